import { sql } from 'kysely'
import type { Tx } from '../../platform/database/client.ts'
import type { NoticeTemplate, NoticeTemplates } from '../notices/notice-templates.ts'
import { deliverable } from '../recipients/deliverable.queries.ts'

type Deleted = {
  userIds: readonly number[]
  /** 'YYYY-MM-DD', the county's day. */
  day: string
  /** Whether the county sends texts. */
  texts: boolean
  /**
   * True for a purge, which deletes accounts that their owners do not use. It sends no message where no notices end.
   */
  unused: boolean
}

const templates = { EMAIL: 'account-deleted', PHONE: 'account-deleted-text' } as const satisfies Record<
  string,
  NoticeTemplate
>
/**
 * The column `lane`: staff delete one account at a time; a purge deletes many and must not delay a notice about a
 * record.
 */
const priorities = { single: 0, many: 2 }

/**
 * Notifies every recipient of these accounts' alerts, and their verified emails, that the accounts are deleted: with
 * the county's phone, since a deletion cannot be undone. The messages name no user, so they outlive the accounts. Call
 * it before the deletion, in its transaction.
 */
export async function tellAccountsDeleted(tx: Tx, { userIds, day, texts, unused }: Deleted): Promise<void> {
  const ids = sql`any(${[...userIds]}::bigint[])`
  const mayGetMatches = deliverable({
    mail: 'match',
    channel: sql`l.channel`,
    ownerId: sql`a.user_id`,
    recipientId: sql`l.recipient_id`,
    isAlertOff: sql`l.is_off`,
  })
  const mayGetSecurity = deliverable({
    mail: 'security',
    channel: 'EMAIL',
    target: sql`e.address`,
    ownerId: sql`e.user_id`,
    recipientId: sql`null::bigint`,
  })
  const data: Omit<NoticeTemplates['account-deleted'], 'language'> = { day, unused }
  await sql`
    with account as (
      select id, language, exists (select from alert a where a.user_id = u.id and a.status = 'A') as has_alerts
      from "user" u where id = ${ids} and (not ${unused} or account_is_open(status))),
    reader as (
      select a.user_id, l.channel, d.target
      from account join alert a on a.user_id = account.id join alert_recipient l on l.alert_id = a.id
        cross join ${mayGetMatches} d
      where a.status = 'A' and d.skip_reason is null and (${texts} or l.channel = 'EMAIL')
      union all
      select e.user_id, 'EMAIL', e.address
      from account_email e join account on account.id = e.user_id cross join ${mayGetSecurity} d
      where d.skip_reason is null and (has_alerts or not ${unused})),
    made as (
      insert into notice (kind, template, owner_key, channel, target, data)
      select distinct on (r.user_id, r.channel, lower(r.target))
        'account', case r.channel when 'EMAIL' then ${templates.EMAIL} else ${templates.PHONE} end, 0, r.channel, r.target,
        (${JSON.stringify(data)}::jsonb || jsonb_build_object('language', account.language))::json
      from reader r join account on account.id = r.user_id order by r.user_id, r.channel, lower(r.target), r.target
      returning id)
    insert into delivery (notice_id, lane)
    select id, ${unused ? priorities.many : priorities.single}::int from made`.execute(tx)
}
