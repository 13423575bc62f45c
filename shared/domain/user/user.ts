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

/** Who must give what: residents everything but a company, staff (and what staff enter) a name and an email. */
export type Needed = 'everything' | 'name and email'

const always = ['firstName', 'lastName', 'email'] as const
const ofResidents = [...always, 'address', 'city', 'state', 'zip', 'phone'] as const

/**
 * What is wrong with a person's details, each text on its field (specification, section 5). The forms call it before
 * sending, the use cases before saving.
 */
export function detailsProblems(details: UserDetails, needed: Needed): FieldProblems {
  const required: readonly (keyof UserDetails)[] = needed === 'everything' ? ofResidents : always
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

/** The phone of an account. It gets no texts, so it need not be one that could. */
function phoneProblem(phone: string, format: UserDetails['phoneFormatType']): string | undefined {
  if (format === 'STANDARD') return /^\(\d{3}\) \d{3}-\d{4}$/.test(phone) ? undefined : messages.standardPhone
  if (!/^\d*$/.test(phone)) return messages.internationalPhoneDigits
  if (phone.length < internationalDigits.min) return messages.internationalPhone
  return phone.length > internationalDigits.max ? tooLong(internationalDigits.max) : undefined
}

/**
 * What is wrong with a new password. Whether it is a common one only the server says.
 * A confirmation that was not sent at all is not asked for: the documented payloads carry the password alone.
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
export function detailsIn(input: UserDetails): UserDetails {
  const { firstName, lastName, company, address, city, state, zip, email, phoneFormatType, phone } = input
  return { firstName, lastName, company, address, city, state, zip, email, phoneFormatType, phone }
}

type NewUser = UserDetails & PasswordInputs & { username: string }

/** Everything that is wrong with a new account: the username, the password and the details. */
export function newUserProblems(input: NewUser, needed: Needed): FieldProblems {
  const username = usernameProblem(input.username)
  return {
    ...(username === undefined ? {} : { username }),
    ...detailsProblems(detailsIn(input), needed),
    ...passwordProblems(input),
  }
}

/** Everything that is wrong with a registration. */
export const signUpProblems = (input: SignUpInput): FieldProblems => newUserProblems(input, 'everything')
