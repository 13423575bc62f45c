import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { extendAuditChain } from '#worker/audit/chain-audit.ts'
import { verifyCommand } from './verify-command.ts'

let database: TestDatabase
let app: Connection
let owner: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  app = connect(database.appUrl, { max: 2 })
  owner = connect(database.ownerUrl, { max: 1 })
  vi.stubEnv('DATABASE_URL', database.appUrl)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await Promise.all([app.end(), owner.end()])
  await database.drop()
})

async function run(...args: string[]): Promise<{ status: number; said: string }> {
  const said: string[] = []
  const status = await verifyCommand(args, (text) => void said.push(text))
  return { status, said: said.join('\n') }
}

test('verifies a chain, prints its head, and exits with 1 at the first broken position', async () => {
  expect(await run()).toEqual({ status: 0, said: 'The audit chain is empty.' })
  for (const n of [1, 2, 3]) await writeAudit(app.db, { type: 'ALERT', description: `Row ${n}` })
  await expect
    .poll(
      async () => {
        await extendAuditChain({ db: app.db, log: createLog('test', 'silent') })
        return (await run()).said
      },
      { timeout: 150_000 },
    )
    .toContain('The audit chain is intact: 3 links, head 3:')
  const head = /head (3:[0-9a-f]{64})\./.exec((await run()).said)?.[1] ?? ''
  expect(await run('--head', head)).toMatchObject({ status: 0 })
  expect(await run('--head', `3:${'0'.repeat(64)}`)).toEqual({
    status: 1,
    said: 'The audit chain is broken at position 3: its hash differs from the head you gave: the chain was rewritten.',
  })

  const client = await owner.pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(`update audit_personal set description = 'Nothing' where audit_id = 2`)
  client.release()
  expect(await run()).toEqual({
    status: 1,
    said: 'The audit chain is broken at position 2: the personal fields of audit row 2 (names, description, values, address) were changed.',
  })
})

test('prints its help, and rejects unknown options', async () => {
  expect(await run('--help')).toMatchObject({ status: 0, said: expect.stringContaining('npm run audit:verify') })
  expect(await run('--head', 'x')).toMatchObject({ status: 1, said: expect.stringContaining('POSITION:HASH') })
  expect(await run('--nonsense')).toMatchObject({ status: 1, said: expect.stringContaining('nonsense') })
})
