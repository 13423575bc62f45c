import { once } from 'node:events'
import { request } from 'undici'
import { createAccount } from '#server/features/accounts/account/create-account.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import type { ServerMemory, ServerReady } from '../children/server.ts'
import { startChild } from '../support/children.ts'
import { type BenchDatabase, withOwner } from '../support/database.ts'
import { benchSettings } from '../support/env.ts'
import { logIn } from '../support/log-in.ts'
import { seconds } from '../support/measure.ts'

const admin = {
  username: 'export.clerk',
  password: 'QuietMeadow#42',
  role: 'COUNTY',
  email: 'clerk@bench.example',
} as const

type Exported = { users: number; seconds: number; fileBytes: number; peakBytes: number; idlePeakBytes: number }

/** users.xlsx of all inactive users, downloaded from a new server in its own process. */
export async function exportInactive(database: BenchDatabase): Promise<Exported> {
  const users = await withOwner(database, async (client) => {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from "user" where status = 'I'`)
    return rows[0]!.n
  })
  const { db, end } = connect(database.url, { max: 1 })
  await createAccount({ db, env: { COUNTY_STATE_CODE: 'MN' } }, admin, 'An account of the benchmark.').finally(end)
  const server = await startChild<ServerReady>('server.ts', [JSON.stringify(benchSettings(database.url))])
  try {
    const post = async (path: string, body: object, cookie: string) => {
      const answer = await request(`${server.ready.address}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
        body: JSON.stringify(body),
      })
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${await answer.body.text()}`)
      return answer
    }
    const cookie = await logIn(server.ready.address, admin.username, admin.password)
    const peak = async () => {
      const answered = once(server.child, 'message')
      server.child.send('memory')
      return ((await answered) as [ServerMemory])[0].peakBytes
    }
    const idlePeakBytes = await peak()
    let fileBytes = 0
    const took = await seconds(async () => {
      const file = await post('userManager/userExport', { statusType: 'I' }, cookie)
      for await (const chunk of file.body) fileBytes += (chunk as Buffer).length
    })
    return { users, seconds: took, fileBytes, peakBytes: await peak(), idlePeakBytes }
  } finally {
    await server.stop()
  }
}
