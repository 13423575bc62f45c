import { gradeOf } from '#shared/contract/match.ts'
import type { DecidedMatch } from './decide-batch.ts'
import type { Query } from './transaction.ts'

const withhold = `
  with given as (
    select * from json_to_recordset($1::json) as g (event_id bigint, alert_id bigint, user_id bigint)
  ), withheld as (
    insert into withheld_match (event_id, alert_id, user_id)
    select event_id, alert_id, user_id from given order by event_id, alert_id
    on conflict do nothing
  )
  select w.event_id, w.alert_id from withheld_match w join given using (event_id, alert_id)
  where w.released_at is not null`

const isWithheld = ({ event, match }: DecidedMatch): boolean => event.restricted && match.field !== 'parcel'

/**
 * Withholds the matches of name and business alerts with restricted records: they wait for staff, and nothing else
 * about them is stored. Possible ones are left out: staff decide about those that are likely at least.
 * @returns the other matches, and those that staff have released
 */
export async function withholdNames(query: Query, decided: DecidedMatch[]): Promise<DecidedMatch[]> {
  const withheld = decided.filter(isWithheld)
  if (withheld.length === 0) return decided
  const names = withheld.filter(({ match }) => gradeOf(match) !== 'POSSIBLE')
  const rows = names.map(({ event, alert }) => ({ event_id: event.id, alert_id: alert.id, user_id: alert.user_id }))
  const released = await query<{ event_id: number; alert_id: number }>('withhold_names', withhold, [
    JSON.stringify(rows),
  ])
  const keys = new Set(released.map(({ event_id, alert_id }) => `${event_id} ${alert_id}`))
  return decided.flatMap((one) => {
    if (!isWithheld(one)) return [one]
    return gradeOf(one.match) !== 'POSSIBLE' && keys.has(`${one.event.id} ${one.alert.id}`)
      ? [{ ...one, isReleased: true }]
      : []
  })
}
