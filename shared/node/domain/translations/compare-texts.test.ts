import { expect, test } from 'vitest'
import { compareTexts, textsByKey } from './compare-texts.ts'

const english = {
  login: { title: 'Log in' },
  header: { greeting: 'Hello, {{name}}' },
  problems: { title_one: 'One problem', title_other: '{{count}} problems' },
  notice: { watches: '<b>{{alert}}</b> watches <b>{{criteria}}</b>' },
}

const faultsOf = (own: unknown) => compareTexts(textsByKey(english), textsByKey(own)).faults

test('finds no fault and no missing text in a catalog compared with itself', () => {
  expect(compareTexts(textsByKey(english), textsByKey(english))).toEqual({ faults: [], missing: 0 })
})

test.each([
  [{ login: { title: 'Oturum aç' } }, []],
  [{ header: { greeting: '{{name}}, merhaba' } }, []],
  [{ problems: { title_one: 'a', title_few: 'b {{count}}', title_many: 'c {{count}}' } }, []],
  [{ login: { titel: 'x' } }, ['login.titel: this text does not exist']],
  [{ login: 'x' }, ['login: this text does not exist']],
  [{ login: { title: '' } }, ['login.title: it is empty or not a text']],
  [{ login: { title: 7 } }, ['login.title: it is empty or not a text']],
  [{ login: { title: '<b>x</b>' } }, ['login.title: it must contain no value or tag']],
  [{ header: { greeting: 'Merhaba' } }, ['header.greeting: it must contain {{name}}']],
  [
    { notice: { watches: '<b>{{alert}}</b> {{criteria}}' } },
    ['notice.watches: it must contain </b> </b> <b> <b> {{alert}} {{criteria}}'],
  ],
])('finds the faults of %j: %j', (own, faults) => {
  expect(faultsOf(own)).toEqual(faults)
})

test('counts the texts that are not translated yet', () => {
  const all = textsByKey(english)
  expect(compareTexts(all, new Map([['login.title', 'Oturum aç']])).missing).toBe(all.size - 1)
})
