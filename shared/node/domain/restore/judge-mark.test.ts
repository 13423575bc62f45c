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
  ['no mark is kept', null, false],
  ['it stands where it stood', mark({}), false],
  ['others moved it on', mark({ position: 90 }), false],
  ['it is behind', mark({ position: 101 }), true],
  ['it is another database, made on purpose', mark({ databaseId: 'b', position: 5000 }), false],
  ['another process has noticed the restore already', mark({ timeline: 'first', position: 5000 }), false],
  ['it was restored once more, from before a restore that was noticed', mark({ timeline: 'third', position: 1 }), true],
])('a database is taken for an older one: where %s', (_, seen, older) => {
  expect(isOlder(seen, now)).toBe(older)
})
