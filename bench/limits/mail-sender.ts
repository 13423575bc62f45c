import { settingsStore } from '#shared/node/domain/settings/settings-store.queries.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { createLog } from '#shared/node/platform/log.ts'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import { openTransports } from '#shared/node/providers/registry.ts'
import { groupByNotice, type NoticeRow } from '#worker/delivery/commit-calls.queries.ts'
import { describeRecords } from '#worker/delivery/describe-records.ts'
import { getSenderBranding } from '#worker/delivery/get-sender-branding.ts'
import { render } from '#worker/templates/render.ts'
import { benchEnv } from '../support/env.ts'
import { byIndexes, commitCallsStatement, recordOutcomesStatement } from './notice-statements.ts'

type MailSender = {
  /** Sends notices as one set; leaves out those that no longer hold. */
  send(ids: number[]): Promise<void>
  end(): Promise<void>
}

/** The provider is as near as can be, and no other sender takes these notices: a call may always begin. */
const noDeadline = { mayBegin: () => true, leftMs: () => Number.POSITIVE_INFINITY }

/**
 * A sender without claims, leases and retries: reads the state of a set again as it commits the calls, writes each
 * message and makes its call by our own functions, and commits the outcomes.
 * @param connections to the database
 */
export function openMailSender(databaseUrl: string, providerUrl: string, connections: number): MailSender {
  const { db, pool, end } = connect(databaseUrl, { max: connections, settings: byIndexes })
  const env = benchEnv(databaseUrl, providerUrl)
  const settings = settingsStore(db)
  const log = createLog('bench', 'error')
  const opening = openTransports({ env, db }).then(({ EMAIL: transport }) => {
    if (!transport) throw new Error('The configuration of benchmarks names no provider of email.')
    return transport
  })
  opening.catch(() => {}) // Awaited below.
  return {
    send: async (ids) => {
      const { rows } = await pool.query<NoticeRow>({ ...commitCallsStatement, values: [ids] })
      if (rows.length === 0) return
      const transport = await opening
      const current = await settings.current()
      const branding = getSenderBranding(current.common, env)
      const notices = await describeRecords(groupByNotice(rows), current, { deps: { db, log } })
      const calls = notices.map(async (notice) => {
        const calledAt = new Date()
        const message = render(notice, branding) as EmailMessage
        const { id: noticeId, fence: attempt } = notice
        return {
          id: noticeId,
          calledAt,
          by: await transport.send({ noticeId, attempt, message, deadline: noDeadline }),
        }
      })
      const called = await Promise.all(calls)
      const values = [called.map(({ id }) => id), called.map(({ by }) => by), called.map(({ calledAt }) => calledAt)]
      await pool.query({ ...recordOutcomesStatement, values })
    },
    end: async () => {
      await (await opening).close()
      await end()
    },
  }
}
