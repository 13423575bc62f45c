import {
  accountLimits,
  emailInput,
  internationalDigits,
  type PasswordInputs,
  passwordProblem,
  type SignUpInput,
  type UserDetails,
  usernameProblem,
} from '#shared/contract/account.ts'
import { tooLong } from '#shared/contract/alert.ts'
import { stateCodes } from '#shared/contract/code-lists.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'

/** The required details: all but a company of residents; a name and an email of staff or if staff enter them. */
export type RequiredDetails = 'everything' | 'name and email'

const alwaysRequired = ['firstName', 'lastName', 'email'] as const
const requiredOfResidents = [...alwaysRequired, 'address', 'city', 'state', 'zip', 'phone'] as const

/** The problems with a person's details, by field. Forms call it before sending, use cases before saving. */
export function detailsProblems(details: UserDetails, needed: RequiredDetails): FieldProblems {
  const required: readonly (keyof UserDetails)[] = needed === 'everything' ? requiredOfResidents : alwaysRequired
  const problems: FieldProblems = {}
  for (const [field, value] of Object.entries(details) as [keyof UserDetails, string][]) {
    const problem =
      value === '' ? (required.includes(field) ? messages.required : undefined) : fieldProblem(field, details)
    if (problem !== undefined) problems[field] = problem
  }
  return problems
}

function fieldProblem(field: keyof UserDetails, details: UserDetails): string | undefined {
  const value = details[field]
  switch (field) {
    case 'email':
      return emailInput.safeParse(value).error?.issues[0]?.message
    case 'state':
      return stateCodes.includes(value) ? undefined : 'Choose a state.'
    case 'zip':
      return zipProblem(value)
    case 'phone':
      return phoneProblem(value, details.phoneFormatType)
    case 'phoneFormatType':
      return undefined
    default:
      return value.length > accountLimits[field] ? tooLong(accountLimits[field]) : undefined
  }
}

function zipProblem(zip: string): string | undefined {
  if (!/^\d*$/.test(zip)) return messages.numbersOnly
  return zip.length === 5 ? undefined : messages.zipLength
}

/** We send no texts to the phone of an account, so it does not have to support them. */
function phoneProblem(phone: string, format: UserDetails['phoneFormatType']): string | undefined {
  if (format === 'STANDARD') return /^\(\d{3}\) \d{3}-\d{4}$/.test(phone) ? undefined : messages.standardPhone
  if (!/^\d*$/.test(phone)) return messages.internationalPhoneDigits
  if (phone.length < internationalDigits.min) return messages.internationalPhone
  return phone.length > internationalDigits.max ? tooLong(internationalDigits.max) : undefined
}

/**
 * The problems with a new password. Only the server checks whether it is common. A confirmation that was not sent is
 * not required, because other programs may send the password without it.
 */
export function passwordProblems({ password, passwordConfirm }: PasswordInputs): FieldProblems {
  const problems: FieldProblems = {}
  const problem = passwordProblem(password)
  if (problem !== undefined) problems.password = problem
  if (passwordConfirm === '') problems.passwordConfirm = messages.required
  else if (typeof passwordConfirm === 'string' && passwordConfirm !== password)
    problems.passwordConfirm = messages.mismatchedPasswords
  return problems
}

/** The details among the fields of a form. */
export function pickDetails(input: UserDetails): UserDetails {
  const { firstName, lastName, company, address, city, state, zip, email, phoneFormatType, phone } = input
  return { firstName, lastName, company, address, city, state, zip, email, phoneFormatType, phone }
}

type NewUser = UserDetails & PasswordInputs & { username: string }

/** Every problem with a new account: the username, the password and the details. */
export function newUserProblems(input: NewUser, needed: RequiredDetails): FieldProblems {
  const username = usernameProblem(input.username)
  return {
    ...(username === undefined ? {} : { username }),
    ...detailsProblems(pickDetails(input), needed),
    ...passwordProblems(input),
  }
}

/** Every problem with a registration. */
export const signUpProblems = (input: SignUpInput): FieldProblems => newUserProblems(input, 'everything')
