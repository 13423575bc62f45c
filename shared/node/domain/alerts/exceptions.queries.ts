/** SQL: an alert's exceptions as JSON, for `parseAlert`. Every decision about a saved alert reads them. */
export const exceptionsJson = (alert: string): string => `(
  select coalesce(json_agg(json_build_object('kind', x.kind, 'value', x.value) order by x.id), '[]')
  from alert_exception x where x.alert_id = ${alert}.id)`
