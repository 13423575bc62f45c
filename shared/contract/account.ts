import { z } from 'zod'
import { limits, tooLong } from './alert.ts'
import { messages } from './messages.ts'

/** Rules for usernames and passwords, in the order in which they are told (specification, section 5). */
const usernameRules: [RegExp, string][] = [
  [/^.{8,}$/, 'At least 8 characters long.'],
  [/^.{0,50}$/, 'Maximum 50 characters long.'],
  [/^[A-Za-z0-9._@]*$/, 'Letters, numbers, underscores, dots and @ only.'],
  [/^[A-Za-z0-9]/, 'Must start with a letter or number.'],
  [/[A-Za-z0-9]$/, 'Must end with a letter or number.'],
  [/^(?!.*[._@]{2})/, 'No two special characters in a row.'],
]
const passwordRules: [RegExp, string][] = [
  [/^.{12,}$/s, 'At least 12 characters.'],
  [/^.{0,64}$/s, '64 characters maximum.'],
  [
    /^(?=.*[A-Za-z])(?=.*\d)(?=.*[!@#$%^&])[A-Za-z\d!@#$%^&]*$/,
    'Must contain a letter, a number and a special character. Special characters are !@#$%^&',
  ],
]

const firstBroken = (rules: [RegExp, string][], text: string): string | undefined =>
  text === '' ? messages.required : rules.find(([rule]) => !rule.test(text))?.[1]

const ruled = (schema: z.ZodString, rules: [RegExp, string][]) =>
  schema.superRefine((text, ctx) => {
    const message = firstBroken(rules, text)
    if (message !== undefined) ctx.addIssue({ code: 'custom', message })
  })

export const usernameInput = ruled(z.string().trim(), usernameRules)
export const passwordInput = ruled(z.string(), passwordRules)
export const emailInput = z
  .string()
  .trim()
  .max(limits.email, tooLong(limits.email))
  .pipe(z.email('Enter a valid email address.'))
export const commonPassword = 'Choose a less common password.'
