import type { SampleRecord } from '../samples/records.ts'

/**
 * Posts records as the county's recorder does: over HTTP, with the feed's key.
 * @throws Error when the server does not take every one of them
 */
export async function postRecords(serverAddress: string, feedKey: string, events: SampleRecord[]): Promise<void> {
  const response = await fetch(new URL('/ingest/v1/events', serverAddress), {
    method: 'POST',
    headers: { authorization: `Bearer ${feedKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
    signal: AbortSignal.timeout(60_000),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`The sample records were refused: ${response.status} ${answer.slice(0, 500)}`)
  const { rejected } = JSON.parse(answer) as { rejected: unknown[] }
  if (rejected.length > 0)
    throw new Error(`Of the sample records ${rejected.length} were refused: ${JSON.stringify(rejected[0])}`)
}
