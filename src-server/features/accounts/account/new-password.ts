import type { ServerDeps } from '#server/platform/deps.ts'
import { type PasswordInputs, passwordProblem } from '#shared/contract/account.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { passwordProblems } from '#shared/domain/user/user.ts'
import type { Env } from '#shared/node/configuration/env.ts'
import { isEasyToGuess, type PasswordContext } from './password-strength.ts'

/**
 * Why a password is not acceptable, or undefined if it is: it breaks the rules of composition, or it is among the first
 * guesses that anyone would try.
 */
export async function newPasswordProblem(password: string, context: PasswordContext): Promise<string | undefined> {
  return passwordProblem(password) ?? ((await isEasyToGuess(password, context)) ? messages.commonPassword : undefined)
}

type CountyDeps = Pick<ServerDeps, 'settings'> & { env: Pick<Env, 'COUNTY_STATE_CODE'> }

/** Takes the county's name from its settings and leaves out what we do not know about the person. */
export async function toPasswordContext(
  { settings, env }: CountyDeps,
  { username, firstName, lastName }: PasswordContext['person'],
): Promise<PasswordContext> {
  const { countyName, appTitle } = (await settings.current()).common
  return {
    county: { countyName, appTitle, stateCode: env.COUNTY_STATE_CODE },
    person: { ...(username && { username }), ...(firstName && { firstName }), ...(lastName && { lastName }) },
  }
}

/**
 * The problems of a new password and its repetition.
 * @param person the person whose password it is
 */
export async function newPasswordProblems(
  deps: CountyDeps,
  person: PasswordContext['person'],
  input: PasswordInputs,
): Promise<FieldProblems> {
  const password = await newPasswordProblem(input.password, await toPasswordContext(deps, person))
  return { ...passwordProblems(input), ...(password === undefined ? {} : { password }) }
}
