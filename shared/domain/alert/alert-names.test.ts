import { expect, test } from 'vitest'
import { nameAlerts } from './alert-names.ts'

const long = 'The Old Mill at the Bend of the Larkspur River, Building Number Nine'

test.each<[string, Parameters<typeof nameAlerts>, string[]]>([
  ['a free name stays', ['12 Elm Street', 1, ['My name']], ['12 Elm Street']],
  ['adds a number to a taken name', ['12 Elm Street', 1, ['12 elm street ']], ['12 Elm Street (2)']],
  ['the next number', ['12 Elm Street', 1, ['12 Elm Street', '12 Elm Street (2)']], ['12 Elm Street (3)']],
  ['a gap is filled', ['12 Elm Street', 1, ['12 Elm Street', '12 Elm Street (3)']], ['12 Elm Street (2)']],
  ['several count on', ['1200 Mill Road', 3, []], ['1200 Mill Road', '1200 Mill Road (2)', '1200 Mill Road (3)']],
  ['a number counts on too', ['Mill (2)', 2, ['Mill', 'Mill (2)']], ['Mill (3)', 'Mill (4)']],
  ['60 characters at most', [long, 1, []], ['The Old Mill at the Bend of the Larkspur River, Building Num']],
  [
    '60 with its number',
    [long, 1, [long.slice(0, 60)]],
    ['The Old Mill at the Bend of the Larkspur River, Building (2)'],
  ],
])('%s', (_name, given, names) => {
  expect(nameAlerts(...given)).toEqual(names)
  expect(names.every((name) => name.length <= 60)).toBe(true)
})
