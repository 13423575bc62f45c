import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { logAnswers } from './report-answers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function read(): Promise<string> {
  const lines: string[] = []
  await logAnswers(server.deps.db, (line) => lines.push(line))
  return lines.join('\n')
}

test('prints the shares of the database, and what they suggest', async () => {
  expect(await read()).toBe('No one answered a notice in the last 12 months.')
  await server.deps.pool.query(
    `insert into notice_answer (notice_id, event_id, owner_key, answer, cause, grade, expected_records, expected_records_of_pair, answered_at)
     select n, n, 1, case when n % 2 = 0 then 'not-me' else 'expected' end, 'typingSlip', 'LIKELY', 0.04,
       case when n % 2 = 0 then 0.08 else 0.03 end, now() - interval '40 days'
     from generate_series(1, 120) n`,
  )
  const text = await read()
  expect(text).toContain('| Typo                   | Likely   |')
  expect(text).toContain('| No answers ')
  expect(text).toContain('60 of 120 (50%) |')
  expect(text).toContain(
    '- Typo (At most 0.1 a year): 60 of 120 were not about the reader. If the mark for rare names were 0.05 instead of 0.1, 60 of these would have come in the weekly email instead of right away, and so would 0 that were about the reader.',
  )
  expect(text).toContain('Nothing changes by itself.')
})
