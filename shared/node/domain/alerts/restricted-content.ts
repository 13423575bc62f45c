/**
 * SQL: the names and parcels of an event `e` as matching reads them. The content of a restricted record is in a table
 * of its own, so that nothing else can show it: a query of `event` does not return any.
 */
export const matchedContent = {
  parties: `case when e.restricted then (select body -> 'parties' from restricted_content where event_id = e.id) else e.parties end`,
  parcels: `case when e.restricted then (select body -> 'parcels' from restricted_content where event_id = e.id) else e.parcels end`,
} as const
