import { createProblemsError } from '#server/platform/assert-no-problems.ts'
import { emailInput, usernameInput } from '#shared/contract/account.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { Env } from '#shared/node/configuration/env.ts'
import { settingsStore } from '#shared/node/domain/settings/settings-store.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { newPasswordProblem, toPasswordContext } from './new-password.ts'
import { hashPassword } from './password.ts'
import { insertAccount } from './user.queries.ts'

const firstIssue = (result: ReturnType<typeof emailInput.safeParse>): string | undefined =>
  result.error?.issues[0]?.message

type Deps = { db: Db; env: Pick<Env, 'COUNTY_STATE_CODE'> }

/**
 * Creates an active account and audits it.
 * @param email may be '' for an account without one
 * @throws AppError refused with the fields `username`, `password` or `email`
 */
export async function createAccount(
  { db, env }: Deps,
  { username, password, role, email }: { username: string; password: string; role: Role; email: string },
  description: string,
): Promise<number> {
  const name = usernameInput.safeParse(username)
  const address = email === '' ? undefined : firstIssue(emailInput.safeParse(email))
  const problems = {
    username: firstIssue(name),
    password: await newPasswordProblem(
      password,
      await toPasswordContext({ env, settings: settingsStore(db) }, { username }),
    ),
    email: address,
  }
  const fields = Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem)) as FieldProblems
  if (!name.success || Object.keys(fields).length > 0) throw createProblemsError(fields)
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const id = await insertAccount(tx, { username: name.data, role, passwordHash, email })
    if (id === undefined) throw createProblemsError({ username: 'This username is taken.' })
    await writeAudit(tx, { type: 'ACCOUNT', subject: { id, username: name.data }, description, newValue: { role } })
    return id
  })
}
