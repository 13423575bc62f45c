import { hash } from '@node-rs/argon2'
import type { Role, UserStatus } from '#shared/contract/roles.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

let madeCount = 0

/** Password of every user from the factories. */
export const testPassword = 'QuietMeadow#42'
/** Its hash at the least cost: a login in a test then takes a thousandth of the usual time. */
export const testPasswordHash = await hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export type TestUser = { id: number; username: string; password: string; role: Role; email: string }

type UserOptions = Partial<{
  username: string
  role: Role
  status: UserStatus
  email: string
  firstName: string
  lastName: string
  language: string
  /** False if staff entered the email and no one followed a link to it. */
  emailVerified: boolean
}>

/** A user who can log in with `testPassword`; an active USER with made-up names unless said otherwise. */
export async function makeUser(db: Db, wanted: UserOptions = {}): Promise<TestUser> {
  madeCount += 1
  const username = wanted.username ?? `test.user.${madeCount}`
  const row = await db
    .insertInto('user')
    .values({
      username,
      role: wanted.role ?? 'USER',
      status: wanted.status ?? 'A',
      email: wanted.email ?? `${username}@example.org`,
      first_name: wanted.firstName ?? 'Wilma',
      last_name: wanted.lastName ?? `Tester${madeCount}`,
      language: wanted.language ?? 'ENGLISH',
      email_verified_at: (wanted.emailVerified ?? wanted.status !== 'P') ? new Date() : null,
      password_hash: testPasswordHash,
    })
    .returning(['id', 'role', 'email'])
    .executeTakeFirstOrThrow()
  return { id: row.id, username, password: testPassword, role: row.role, email: row.email }
}
