import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import { unsealSecret, sealSecret } from '#shared/node/platform/secrets/seal.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { renewSeals } from './renew-seals.ts'

let setup: Connection
beforeAll(async () => {
  setup = await connectTestDatabase()
})
afterAll(() => setup.end())

const older = createKeyring('the secret of last year, which was a good one')
const lost = createKeyring('a secret that nobody remembers any more, alas')
const env = {
  ...testEnv('postgres://app@127.0.0.1/'),
  APP_SECRET: createKeyring('the secret of this year, no worse', [older.newest]),
}
const log = createLog('test', 'silent')

test('renews seals under an earlier secret once, and skips one that it cannot open', async () => {
  const users: { id: number; seal: string }[] = []
  // More than one batch, so that the second is read from the right place.
  for (let n = 0; n < 102; n++) {
    const { id } = await makeUser(setup.db, { role: 'COUNTY' })
    const seal = sealSecret(n === 3 ? lost : n === 5 ? env.APP_SECRET : older, id, `SECRET${n}`)
    await setup.db.updateTable('user').set({ totp_secret: seal }).where('id', '=', id).execute()
    users.push({ id, seal })
  }
  expect(await renewSeals({ db: setup.db, env, log })).toEqual({ renewed: 100, broken: 1 })
  const stored = await setup.db.selectFrom('user').orderBy('id').select(['id', 'totp_secret']).execute()
  const alone = createKeyring(env.APP_SECRET.newest)
  for (const [n, { id, seal }] of users.entries())
    if (n === 3) expect(stored[n]?.totp_secret).toBe(seal)
    else expect(unsealSecret(alone, id, stored[n]?.totp_secret ?? '')).toBe(`SECRET${n}`)
  expect(await renewSeals({ db: setup.db, env, log })).toEqual({ renewed: 0, broken: 1 })
})
