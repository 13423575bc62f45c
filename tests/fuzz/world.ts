import { sql } from 'kysely'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { choosePort } from '#scripts/start/port.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import { createDatabase, startTestCluster, type TestCluster } from '#tests/helpers/cluster.ts'
import { testVariables } from '#tests/helpers/environment.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { twilioToken } from '#tests/standins/twilio-account.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { savedGroups, showProcedureOf } from '../access/cells.ts'
import { openRecords } from '../access/records.ts'
import { makePerson, type Records } from './calls/people.ts'
import { type Child, startChild } from './child.ts'

export type FuzzWorld = {
  records: Records
  server: Child
  /** What signs the providers' callbacks. */
  sendgrid: SendgridStandIn
  twilio: TwilioStandIn
  cluster: TestCluster
  appUrl: string
  ownerUrl: string
  variables: Record<string, string>
  publicUrl: string
  metricsToken: string
  /** Undoes what calls changed for all others: counts of throttles, settings, the end of all sessions. */
  calm(): Promise<void>
  stop(): Promise<void>
}

/** A server in a process of its own on a database of its own, with people in it. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const cluster = await startTestCluster()
    undo.push(cluster.stop)
    const database = await createDatabase(cluster)
    undo.push(database.drop)
    const clientFolder = makeClient()
    undo.push(() => rmSync(clientFolder, { recursive: true, force: true }))
    const [sendgrid, twilio] = [await startSendgrid(), await startTwilio()]
    undo.push(sendgrid.stop, twilio.stop)
    const port = await choosePort('127.0.0.1', { wanted: 0 })
    const variables = testVariables(database.appUrl, {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      TRUSTED_PROXY: '127.0.0.1',
      SENDGRID_WEBHOOK_KEY: sendgrid.webhookKey,
      TWILIO_AUTH_TOKEN: twilioToken,
      LEGACY_DATABASE_HOSTS: new URL(cluster.adminUrl).host,
      NODE_ENV: 'production',
    })
    const server = await startChild('server', variables, [clientFolder])
    undo.push(server.stop)
    const { db, end } = connect(database.appUrl, { max: 8, name: 'fuzz' })
    undo.push(end)
    const keyring = createKeyring(variables.APP_SECRET)
    const records: Records = {
      ...(await openRecords({ db, env: { APP_SECRET: keyring } }, database.ownerUrl)),
      rolesByMark: new Map(),
    }
    records.settings = await readSettings(records, server.address)
    const owner = connect(database.ownerUrl, { max: 1, name: 'fuzz' })
    undo.push(owner.end)
    const calm = async () => {
      await sql`delete from throttle`.execute(owner.db)
      await sql`delete from setting`.execute(owner.db)
      await sql`update session_epoch set end_users_ended_at = '-infinity'`.execute(owner.db)
    }
    return {
      records,
      server,
      sendgrid,
      twilio,
      cluster,
      ...database,
      variables,
      publicUrl: variables.PUBLIC_URL,
      metricsToken: variables.METRICS_TOKEN,
      calm,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A built client in small: its page, a script and a picture. */
function makeClient(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'land-record-alerts-fuzz-'))
  mkdirSync(path.join(folder, 'assets'))
  mkdirSync(path.join(folder, 'slides'))
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Alerts</title>')
  writeFileSync(path.join(folder, 'assets', 'app.js'), 'export {}')
  writeFileSync(path.join(folder, 'slides', '1.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return folder
}

/** The current value of each group, as an administrator reads it. */
async function readSettings(records: Records, address: string): Promise<Record<string, object>> {
  const { tokens } = await makePerson(records, 'FOREVER')
  const settings: Record<string, object> = {}
  for (const group of [...savedGroups, 'service', 'reports']) {
    const answer = await fetch(`${address}/trpc/${showProcedureOf(group)}`, {
      headers: { cookie: `session=${tokens.fresh}` },
    })
    const { result } = (await answer.json()) as { result: { data: { content: object } } }
    settings[group] = result.data.content
  }
  return settings
}
