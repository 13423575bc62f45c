import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashRecoveryCode, recoveryCodeHashes } from '#server/features/accounts/second-factor/totp.ts'
import { countGuess, countOrThrow, assertMayGuess } from '#server/platform/throttle/throttle.queries.ts'
import { readLink, signLink } from '#shared/node/domain/notices/links.ts'
import { hashCode, matchesCode } from '#shared/node/domain/recipients/tickets.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { type Keyring, createKeyring, type Purpose } from '#shared/node/platform/secrets/keyring.ts'
import { unsealSecret, sealSecret } from '#shared/node/platform/secrets/seal.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const before = 'what county IT typed in last year, 1,2,3'
const now = 'and what they typed in this year, 4,5,6'
/** The program is newer, its secret is not. */
let upgraded: TestServer
/** The secret is newer, too. */
let renewed: TestServer
beforeAll(async () => {
  upgraded = await startTestServer({ env: { APP_SECRET: before } })
  renewed = await startTestServer({ env: { APP_SECRET: now, APP_SECRET_PREVIOUS: before } })
})
afterAll(() => Promise.all([upgraded.stop(), renewed.stop()]))

type Made = {
  /** As earlier versions made it, with one key for all purposes: written out, since no code makes it now. */
  typed: string
  /** As this version makes it. */
  make(server: TestServer): string | Promise<string>
  isGood(server: TestServer, made: string): boolean | Promise<boolean>
}

const ring = ({ deps }: TestServer): Keyring => deps.env.APP_SECRET
const enter = '198.51.100.1'
const countThrottles = async (db: Db) => (await sql<{ key: string }>`select key from throttle`.execute(db)).rows

const things: Record<Purpose, Made> = {
  links: {
    typed: '3mv-_Ya5nz9ghByIkZt7cyNnhQ',
    make: (server) => signLink(ring(server), 'notice', 4711),
    isGood: (server, made) => readLink(ring(server), 'notice', made) === 4711,
  },
  cookies: {
    typed: 'token-a.token-b.OESVJekGTXOJP7RYm+EP3S6MpTz/TP0Exi09wtXsJMU',
    make: ({ app }) => app.signCookie('token-a.token-b'),
    isGood: ({ app }, made) => app.unsignCookie(made).valid,
  },
  authenticators: {
    typed: '3hPzdvE_4K8IFSUY_HR4h9tx79hBnz-ezj_NEMv3sfSfSNY0CHlKJ_a48hk',
    make: (server) => sealSecret(ring(server), 7, 'JBSWY3DPEHPK3PXP'),
    isGood: (server, made) => unsealSecret(ring(server), 7, made) === 'JBSWY3DPEHPK3PXP',
  },
  phoneCodes: {
    typed: 'cd19f0113ed8a9011cf23b90e0e0b33ec4e0c40b33af7ad81a5b3b5644616d84',
    make: (server) => hashCode(ring(server), 7, '123456').toString('hex'),
    isGood: (server, made) => matchesCode(ring(server), Buffer.from(made, 'hex'), 7, '123456'),
  },
  recoveryCodes: {
    typed: '7547bdd2b0796041ce7b15dd2e347eb3bd3b334afe67236a6077ec80e795b7ea',
    make: (server) => hashRecoveryCode(ring(server), 7, 'K7M2P-9XWQT').toString('hex'),
    isGood: (server, made) =>
      recoveryCodeHashes(ring(server), 7, 'k7m2p9xwqt').some((hash) => hash.toString('hex') === made),
  },
  throttles: {
    typed: 'cdiOvCukJojo1wByff4e5LsXulKLHlzMkXibtac4sGA',
    make: async (server) => {
      await sql`delete from throttle`.execute(server.deps.db)
      await countOrThrow(server.deps.db, ring(server), 'enter', enter)
      return (await countThrottles(server.deps.db))[0]?.key ?? ''
    },
    isGood: async ({ deps }, made) => {
      await sql`delete from throttle`.execute(deps.db)
      await sql`insert into throttle (key, hits, window_started_at) values (${made}, 19, now() - interval '30 s')`.execute(
        deps.db,
      )
      await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', enter)
      const refused = await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', enter).catch((error) => error)
      return refused?.retryAfter === 30 && (await countThrottles(deps.db)).length === 1
    },
  },
}

test.each(Object.entries(things))('%s: values made under the previous secret stay valid', async (_purpose, thing) => {
  const made = await thing.make(upgraded)
  expect(made).not.toBe(thing.typed)
  expect(await thing.isGood(upgraded, thing.typed)).toBe(true)
  expect(await thing.isGood(renewed, thing.typed)).toBe(true)
  expect(await thing.isGood(upgraded, made)).toBe(true)
  expect(await thing.isGood(renewed, made)).toBe(true)
  expect(await thing.isGood(renewed, await thing.make(renewed))).toBe(true)
})

test('wrong passwords counted under the previous secret still throttle a guesser', async () => {
  const guesser = { username: 'Some.Body', block: '198.51.100' }
  const { db } = renewed.deps
  await sql`delete from throttle`.execute(db)
  await sql`insert into throttle (key, hits, window_started_at)
    values ('FAN6JDOH3Gq2Au3MJJgGvcEM_-BUZBDDvrt2xmefl5E', 13, now())`.execute(db)
  await expect(assertMayGuess(db, ring(renewed), guesser)).rejects.toMatchObject({ retryAfter: 8 })
  await countGuess(db, ring(renewed), guesser)
  await expect(assertMayGuess(db, ring(renewed), guesser)).rejects.toMatchObject({ retryAfter: 16 })
})

test('rejects values made with another secret or for another purpose', () => {
  const stranger = createKeyring('what somebody else typed in, 1,2,3,4,5,6')
  expect(readLink(ring(renewed), 'notice', signLink(stranger, 'notice', 4711))).toBeNull()
  expect(() => unsealSecret(ring(renewed), 7, sealSecret(stranger, 7, 'JBSWY3DPEHPK3PXP'))).toThrow()
  expect(matchesCode(ring(renewed), hashCode(stranger, 7, '123456'), 7, '123456')).toBe(false)
  expect(matchesCode(ring(renewed), hashRecoveryCode(ring(renewed), 7, 'K7M2P-9XWQT'), 7, '123456')).toBe(false)
})
