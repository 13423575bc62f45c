import { z } from 'zod'
import { limits, tooLong } from './alert.ts'
import { languageCodes } from './languages.ts'
import { messages } from './messages.ts'
import { watchInput } from './several-alerts.ts'
import { visible } from './visible-text.ts'

/** Rules for usernames and passwords, in the order in which their messages appear. */
const usernameRules: [RegExp, string][] = [
  [/^.{8,}$/, 'At least 8 characters long.'],
  [/^.{0,50}$/, 'Maximum 50 characters long.'],
  [/^[A-Za-z0-9._@]*$/, 'Letters, numbers, underscores, dots and @ only.'],
  [/^[A-Za-z0-9]/, 'Must start with a letter or number.'],
  [/[A-Za-z0-9]$/, 'Must end with a letter or number.'],
  [/^(?!.*[._@]{2})/, 'No two special characters in a row.'],
]
const specialCharactersHint = 'Special characters are !@#$%^&'
/** Shown next to a new password; each is checked off once it is met. */
export const passwordRules: [RegExp, string][] = [
  [/^.{12,}$/s, 'At least 12 characters.'],
  [/^.{0,64}$/s, '64 characters maximum.'],
  [
    /^(?=.*[A-Za-z])(?=.*\d)(?=.*[!@#$%^&]).*$/s,
    `Must contain a letter, a number and a special character. ${specialCharactersHint}`,
  ],
]
/** The same rules for browsers and password managers that generate passwords (the `passwordrules` attribute). */
export const passwordRulesForBrowsers =
  'minlength: 12; maxlength: 64; required: lower; required: digit; required: [!@#$%^&]; allowed: upper;'

/** Names the disallowed characters of a password, and the allowed ones; undefined if it has none. */
export function characterProblem(password: string): string | undefined {
  const others = [...new Set(password.match(/[^A-Za-z\d!@#$%^&]/gu))].map((found) =>
    /\s/u.test(found) ? 'a space' : `“${found}”`,
  )
  if (others.length === 0) return undefined
  const named = [...new Set(others)].slice(0, 3).join(', ')
  return `Please remove ${named}. ${specialCharactersHint}`
}

const findBrokenRule = (rules: [RegExp, string][], text: string): string | undefined =>
  text === '' ? messages.required : rules.find(([rule]) => !rule.test(text))?.[1]

const withRules = (schema: z.ZodString, problem: (text: string) => string | undefined) =>
  schema.superRefine((text, ctx) => {
    const message = problem(text)
    if (message !== undefined) ctx.addIssue({ code: 'custom', message })
  })

export const usernameProblem = (text: string): string | undefined => findBrokenRule(usernameRules, text)
export const passwordProblem = (text: string): string | undefined =>
  findBrokenRule(passwordRules, text) ?? characterProblem(text)

/** A username as typed or pasted: usernames in our messages contain word joiners, which are invisible. */
const typedUsername = z.string().overwrite((text) => text.replaceAll(/\p{Cf}/gu, '').trim())

export const usernameInput = withRules(z.string().trim(), usernameProblem)
export const emailInput = z
  .string()
  .trim()
  .min(1, messages.required)
  .max(limits.email, tooLong(limits.email))
  .pipe(z.email(messages.emailShape))

/** Maximum characters. */
export const accountLimits = {
  firstName: limits.firstName,
  lastName: limits.lastName,
  company: 60,
  address: 50,
  city: 50,
  email: limits.email,
} as const
export const internationalDigits = { min: 7, max: 15 } as const

// Checks only the shape: the domain's user rules say what is required. On a write, absent, null and '' are the same.
const optional = (schema: z.ZodString) => schema.nullish().transform((value) => value ?? '')
export const text = optional(z.string().trim())
const name = optional(visible(z.string().trim()))
// Never trimmed: a space is a character that the rules reject.
export const secret = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
export const readOnly = z.unknown().optional()

const passwords = {
  password: secret,
  /** Checked only if sent: other programs may send the password alone. */
  passwordConfirm: z.string().nullish(),
}

export const details = {
  firstName: name,
  lastName: name,
  company: name,
  address: name,
  city: name,
  state: text,
  zip: text,
  email: text,
  phoneFormatType: z
    .enum(['STANDARD', 'INTERNATIONAL', ''])
    .nullish()
    .transform((format) => format || 'STANDARD'),
  phone: text,
}
/** A person's details, as in their form and on the wire. */
export type UserDetails = z.infer<z.ZodObject<typeof details>>
export const emptyDetails: UserDetails = {
  firstName: '',
  lastName: '',
  company: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  email: '',
  phoneFormatType: 'STANDARD',
  phone: '',
}

export const signUpInput = z.strictObject({
  username: text,
  ...details,
  ...passwords,
  /** Chosen earlier on the login page; sets the language of messages. */
  language: z
    .enum([...languageCodes, ''])
    .nullish()
    .transform((language) => language || undefined),
  /** Alerts that are created once the emailed link is followed. Anyone who sends them agrees to emails about them. */
  watch: watchInput,
})
export type SignUpInput = z.infer<typeof signUpInput>

/** Accepts and ignores the other fields that the profile's GET returns. */
export const profileInput = z.strictObject({
  ...details,
  /** With a new email: alerts that go to the old one move to the new one once it is verified. */
  moveAlerts: z.boolean().nullish(),
  /** With a new phone: text alerts that go to the old one move to the new one. Anyone who sends this agrees to them. */
  moveTexts: z.boolean().nullish(),
  alertsByEmail: readOnly,
  alertsByPhone: readOnly,
  username: readOnly,
  pendingEmail: readOnly,
  version: readOnly,
})

/** A new password, with what we know of the person, checked before the rest of its form is complete. */
export const judgePasswordInput = z.strictObject({
  password: z.string().max(64),
  username: text,
  firstName: name,
  lastName: name,
})

export const passwordInputs = z.strictObject(passwords)
export type PasswordInputs = z.infer<typeof passwordInputs>

export const ticketInput = z.strictObject({ ticket: z.string().trim().min(1, messages.required).max(500) })
export const resetInput = z.strictObject({ ticket: optional(z.string().trim().max(500)), ...passwords })
export const forgotUsernameInput = z.strictObject({ email: text })
export const forgotPasswordInput = z.strictObject({ username: optional(typedUsername), email: text })

/** The profile as the server returns it. */
export type Profile = UserDetails & {
  username: string
  /** A new email that is not verified yet, or ''. */
  pendingEmail: string
  /** How many alerts go to the current email. */
  alertsByEmail: number
  /** How many alerts go to the current phone, by text. */
  alertsByPhone: number
}

const noLanguage = z.union([z.literal(''), z.null()]).transform(() => undefined)

/** A code of an authenticator app, or a recovery code. */
export const codeInput = z.string().trim().max(20).nullish()

/** What a user enters to log in. */
export const credentialsInput = z.strictObject({
  username: typedUsername.min(1, messages.required).max(255),
  password: z.string().min(1, messages.required).max(1000),
  language: z.union([z.enum(languageCodes), noLanguage]).optional(),
  /** Required if the account uses an authenticator app. */
  code: codeInput,
  /** Other people use this computer too: we do not remember it, and forget it if we did. */
  sharedComputer: z.boolean().nullish(),
})
export type Credentials = z.output<typeof credentialsInput>
