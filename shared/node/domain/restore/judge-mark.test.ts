import { expect, test } from 'vitest'
import { type DatabaseNow, isOlder, type Mark } from './judge-mark.ts'

const now: DatabaseNow = {
  databaseId: 'a',
  timeline: 'second',
  position: 100,
  positionAt: new Date(0),
  pastTimelines: ['first'],
}
const mark = (change: Partial<Mark>): Mark => ({ databaseId: 'a', timeline: 'second', position: 100, ...change })

test.each<[string, Mark | null, boolean]>([
  ['without a mark', null, false],
  ['its position equals the mark', mark({}), false],
  ['other processes advanced it', mark({ position: 90 }), false],
  ['it is behind the mark', mark({ position: 101 }), true],
  ['it is another database, created on purpose', mark({ databaseId: 'b', position: 5000 }), false],
  ['another process already noticed the restore', mark({ timeline: 'first', position: 5000 }), false],
  ['restored again, from before a restore that was noticed', mark({ timeline: 'third', position: 1 }), true],
])('decides whether a database is older than the mark: %s', (_, seen, older) => {
  expect(isOlder(seen, now)).toBe(older)
})
