import { sql } from 'kysely'
import type { NoticeChangeLine } from '#shared/contract/notice-change.ts'
import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Reached } from './notice-change.queries.ts'

/** One message reports all changes within this time. */
const gatherMinutes = 1
/** After this many messages to one address within an hour, what follows is sent together an hour later, never dropped. */
const perHour = { EMAIL: 5, PHONE: 2 } as const
const templates = { EMAIL: 'notices-changed', PHONE: 'notices-changed-text' } as const

type Mailbox = Reached & { userId: number | null }

/** SQL: the messages `n` of this kind to an address within that time, found by an index. */
const messagesTo = ({ channel, target, recipientId, userId }: Mailbox, hours: number) => sql`
  ${userId === null ? sql`n.channel = ${channel} and n.recipient_id = ${recipientId}` : sql`n.user_id = ${userId}`}
  and n.created_at > now() - make_interval(hours => ${hours}) and n.template = ${templates[channel]} and n.target = ${target}`

type ChangesToTell = {
  userId: number | null
  /** With the ids of their rows. */
  changes: { id: number; line: NoticeChangeLine }[]
  /** The county's date of the changes, and the last day on which they can be undone. */
  day: string
  until: string
  byStaff: boolean
  /** Whether this is the account's own email. */
  own: boolean
}

/** Adds changes to the message that waits for this address, or queues one. */
export async function tellChanges(tx: Tx, to: Reached, { userId, changes, ...when }: ChangesToTell): Promise<void> {
  const mailbox = { ...to, userId }
  const lines = changes.map(({ line }) => line)
  const noticeId =
    (await addToWaiting(tx, mailbox, { lines, byStaff: when.byStaff })) ??
    (await queueDelayed(tx, mailbox, { ...when, changes: lines }))
  await tx
    .insertInto('notice_change_told')
    .values(changes.map(({ id }) => ({ notice_id: noticeId, change_id: id })))
    .execute()
}

async function addToWaiting(
  tx: Tx,
  mailbox: Mailbox,
  { lines, byStaff }: { lines: NoticeChangeLine[]; byStaff: boolean },
): Promise<number | undefined> {
  // The lock makes a worker that would claim it now pass it by.
  const { rows } = await sql<{ id: number; told: NoticeChangeLine[] }>`
    select n.id, n.data -> 'changes' as told from notice n join delivery d on d.notice_id = n.id
    where ${messagesTo(mailbox, 2)} and n.state = 'waiting'
      and d.attempt = 0 and d.next_attempt_at > clock_timestamp() + interval '1 second'
    order by n.id limit 1 for update of d`.execute(tx)
  const [waiting] = rows
  if (!waiting) return undefined
  const { id } = waiting
  // The last change of the same kind counts, so that turning an alert off and on makes no endless message.
  const changes = [...new Map([...waiting.told, ...lines].map((line) => [keyOf(line), line])).values()]
  await sql`
    update notice set data = (data::jsonb || jsonb_build_object(
      'changes', ${JSON.stringify(changes)}::jsonb,
      'byStaff', (data ->> 'byStaff')::boolean and ${byStaff}::boolean))::json
    where id = ${id}`.execute(tx)
  return id
}

const keyOf = ({ act, alert, recipient }: NoticeChangeLine) =>
  JSON.stringify([act, alert, recipient?.channel, recipient?.target])

async function queueDelayed(tx: Tx, mailbox: Mailbox, data: NoticeTemplates['notices-changed']): Promise<number> {
  const { channel, target, recipientId, userId } = mailbox
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notice n where ${messagesTo(mailbox, 1)}`.execute(tx)
  const many = (rows[0]?.n ?? 0) >= perHour[channel]
  const id = await queueNotice(tx, {
    kind: 'account',
    template: templates[channel],
    channel,
    target,
    userId,
    // An owner's message carries no recipient: it is sent even if the address's record is removed.
    ...(userId === null && recipientId !== null && { recipientId }),
    data,
  })
  await sql`
    update delivery set next_attempt_at = now() + make_interval(mins => ${many ? 60 : gatherMinutes})
    where notice_id = ${id}`.execute(tx)
  return id
}
