import { type PasswordInputs, passwordProblem } from '#shared/contract/account.ts'
import { messages } from '#shared/contract/messages.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { passwordProblems } from '#shared/domain/user/user.ts'
import type { Env } from '#shared/node/configuration/env.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { isEasyToGuess, type PasswordContext } from './password-strength.ts'

/**
 * Why a password is not acceptable, or undefined if it is: the rules of composition (specification, section 5), and
 * what anybody would try first (decisions, section 4).
 */
export async function newPasswordProblem(password: string, context: PasswordContext): Promise<string | undefined> {
  return passwordProblem(password) ?? ((await isEasyToGuess(password, context)) ? messages.commonPassword : undefined)
}

type CountyDeps = Pick<ServerDeps, 'settings'> & { env: Pick<Env, 'COUNTY_STATE_CODE'> }

/** What the county's settings say of its name; the person as far as known. */
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
 * @param person that it is for
 */
export async function newPasswordProblems(
  deps: CountyDeps,
  person: PasswordContext['person'],
  input: PasswordInputs,
): Promise<FieldProblems> {
  const password = await newPasswordProblem(input.password, await toPasswordContext(deps, person))
  return { ...passwordProblems(input), ...(password === undefined ? {} : { password }) }
}
