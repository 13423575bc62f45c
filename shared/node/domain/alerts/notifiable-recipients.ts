import { unsentReasons } from '#shared/domain/notice/skip-reasons.ts'

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

/**
 * SQL of the single rule for whom a match notifies, used by matching and by the match preview. It defines two common
 * table expressions, `recipient` and `notifiable`; the latter has one row per recipient of each alert, with its
 * `unsent_reason` ('' if it is notified) and `owner_key`.
 * @param decided a FROM item named `d` with event_id (null in a preview), alert_id, user_id, paused
 * @param texts an SQL expression: false if the service sends no texts
 */
export const notifiableRecipients = (decided: string, texts: string): string => `
  recipient as (
    select d.*, 'EMAIL' as channel, r.id as recipient_id, r.address as target, r.address_key as stop_target, r.id as email_id,
      r.verified_at is not null or r.migrated as verified, l.stopped_at is not null as stopped
    from ${decided}
    join alert_email l on l.alert_id = d.alert_id join email_address r on r.id = l.email_id
    union all
    select d.*, 'PHONE', r.id, r.number, r.number, null,
      r.verified_at is not null and r.validated_at is not null, l.stopped_at is not null
    from ${decided}
    join alert_phone l on l.alert_id = d.alert_id join phone r on r.id = l.phone_id
  ), notifiable as materialized (
    select r.*, coalesce(r.user_id, -r.recipient_id) as owner_key,
      case
        when r.paused then ${text(unsentReasons.paused)}
        when r.channel = 'PHONE' and not ${texts} then ${text(unsentReasons.noTexts)}
        when not r.verified then ${text(unsentReasons.unverified)}
        when r.stopped or exists (
          select from suppression s
          where s.lifted_at is null and s.channel = r.channel and s.target = r.stop_target
            and stop_holds(s.scope, s.owner_id, s.email_id, 'match', r.user_id, r.email_id, false)
        ) then ${text(unsentReasons.stopped)}
        when exists (
          select from record_mute m where m.owner_key = coalesce(r.user_id, -r.recipient_id) and m.event_id = r.event_id
        ) then ${text(unsentReasons.muted)}
        else ''
      end as unsent_reason
    from recipient r
  )`
