import { randomAt } from '#scripts/made-up/random.ts'
import type { Resident } from '#scripts/made-up/residents.ts'

/** An id that the finders return and that narrows the lists of users and alerts. */
export type FoundIds = { emailAddressId?: number; phoneNumberId?: number; userId?: number }

/** A list query: `page` from 1; no text for the whole list. */
export type Case = { kind: string; filterText?: string; statusType?: string; found?: FoundIds; page: number }

const letters = [...'abcdefghijklmnopqrstuvwxyz']
/** Terms that a trigram index does not cover. */
const broken = [
  '...',
  'r.t',
  'x z',
  'a b',
  '.ha',
  'n.m',
  '@ho',
  '@..',
  'e x',
  "o'f",
  'l d',
  '- t',
  '%_%',
  '___',
  '2-0',
  'a.b.',
]
const digits = ['1', '55', '555', '612', '0155', '5550142', '6125550142', '(612) 555', '1234', '99', '000', '7777777']
const deep = [10, 100, 1000, 10_000, 50_000]

/** Everything an administrator may type into a list's filter, drawn from existing data; `found` from its finders. */
export function makeCases(
  list: 'users' | 'alerts' | 'emails' | 'phones',
  residentAt: (n: number) => Resident,
  users: number,
  found: FoundIds[],
) {
  const random = randomAt(4)
  const drawFrom = <T>(count: number, draw: (resident: Resident) => T) =>
    Array.from({ length: count }, () => draw(residentAt(random.below(users))))
  const cases: Case[] = []
  const add = (kind: string, terms: string[], more: Partial<Case> = {}) => {
    for (const filterText of new Set(terms)) cases.push({ kind, filterText, page: 1, ...more })
  }
  const statuses = { users: ['A', 'I', 'P', 'L'], alerts: ['A', 'I', 'P'], emails: ['A', 'I'], phones: ['A', 'I'] }[
    list
  ]
  const common = {
    users: ['example', 'load.example', 'home', ...drawFrom(12, ({ firstName }) => firstName)],
    alerts: ['my name', 'trust', 'llc', 'family', 'house', ...drawFrom(12, ({ firstName }) => firstName)],
    emails: ['example', '@load', 'post.load.example', 'work.', ...drawFrom(12, ({ firstName }) => firstName)],
    phones: ['555', '5501', '612555', '(651) 555', '320', '5'],
  }[list]
  const rare = {
    users: [
      ...drawFrom(10, ({ username }) => username),
      ...drawFrom(5, ({ firstName, lastName }) => `${firstName} ${lastName}`),
    ],
    alerts: [
      ...drawFrom(20, ({ alerts }) => alerts[0]?.criteriaText ?? 'no such criteria'),
      ...drawFrom(5, ({ username }) => username),
    ],
    emails: drawFrom(12, ({ emails }) => emails[0]!.address),
    phones: drawFrom(12, ({ phones }) => phones[0]?.number.slice(2) ?? '6125550199'),
  }[list]

  cases.push({ kind: 'no filter', page: 1 })
  for (const statusType of statuses) cases.push({ kind: 'status', statusType, page: 1 })
  for (const page of deep)
    cases.push({ kind: 'deep page', page }, { kind: 'deep page', statusType: statuses[1]!, page })
  add('common', common)
  for (const statusType of statuses) add('common, with status', common.slice(0, 6), { statusType })
  for (const page of [10, 100]) add('common, deep page', common.slice(0, 6), { page })
  add('rare', rare)
  // cspell:ignore quillonquill
  add('nowhere', ['quillonquill', 'zzzz', '9876543210'])
  add('digits', digits)
  if (list === 'users' || list === 'alerts')
    for (const ids of found)
      cases.push(
        { kind: 'found', found: ids, page: 1 },
        { kind: 'found, with status and text', found: ids, statusType: 'A', filterText: common[0]!, page: 1 },
      )
  if (list === 'phones') return cases
  add('one letter', letters)
  add('two letters', [...drawFrom(25, ({ lastName }) => lastName.slice(0, 2)), 'zz', 'qx', '..', 'a ', 'x.'])
  add(
    'three letters',
    drawFrom(25, ({ lastName }) => lastName.slice(0, 3)),
  )
  add('no three letters in a row', broken)
  return cases
}
