import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: what the record `v` says about its parcels, as `describeProperties` takes it (RecordParcels); null without a
 * record.
 * @param matches the condition on `outgoing_event` as `o`: the parcels of these matches come first
 */
export const recordParcels = (matches: RawBuilder<unknown> = sql`false`) => sql`
  case when v.id is not null then json_build_object('parcels', v.parcels, 'situsAddresses', v.situs_addresses,
    'legalDescription', left(v.legal_description, 600), 'matches', coalesce((
      select json_agg(json_build_object('field', o.match ->> 'field', 'alertRaw', coalesce(o.match ->> 'alertRaw', ''),
        'recordRaw', coalesce(o.match ->> 'recordRaw', '')) order by o.id)
      from outgoing_event o where ${matches}), '[]')) end`
