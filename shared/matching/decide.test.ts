import { describe, expect, it } from 'vitest'
import { business, found, judge, person, record } from '#shared/matching/test-helpers.ts'

/** The published table (decisions, section 6). */
const table: [watched: ReturnType<typeof person>, name: string, matches: boolean][] = [
  [person('John | Smith'), 'SMITH JOHN R JR', true],
  [person('John | Smith'), 'SMITH J', true],
  [person('John | Smith'), 'SMITH JAMES', false],
  [person('John Rick | Smith'), 'SMITH JOHN R', true],
  [person('John Rick | Smith'), 'SMITH JOHN', true],
  [person('John Rick | Smith'), 'SMITH JOHN ALAN', false],
  [person('Wayne | Lanier'), 'LANIER, H WAYNE', true],
  [person('Bernard | Axelrod'), 'BERNARD M AXELROD', true],
  [person('Krista | Wentz'), 'LEVY, ANDREW B & KRISTA L WENTZ', true],
  [person('Lucille | Silva'), 'SILVA LINDA LUCILLE', false],
  [person('John | Smith'), 'SMITH JON', false],
  [person('John | Smith', { soundAlikes: true }), 'SMITH JON', true],
  [person('Robert | Lee'), 'LEE BOB', false],
  [person('Robert | Lee', { nicknames: true }), 'LEE BOB', true],
  [person('Ana | Garcia'), 'GARCIA-LOPEZ ANA', true],
  [person('Ann | Van Buren'), 'VANBUREN,ANN', true],
  [person('Ann | Buren'), 'VAN BUREN ANN', false],
  [person('John | Smith'), 'ESTATE OF JOHN SMITH', true],
  [person('Lucio | Villalpando'), 'VILLALPANDO.LUCIO', true],
  [business('CJK Foods'), 'CJK FOODS, L.L.C.', true],
  [business('Smith Family Trust'), 'SMITH FAMILY LLC', false],
]

describe('the published table', () => {
  it.each(table)('%j and %s: %s', (watched, name, matches) => {
    expect(judge(watched, record(name)) !== null).toBe(matches)
    if (matches) expect(found(watched, record(name))).toBe(true)
  })
})
