import { expect, test } from 'vitest'
import { settingsGroups } from '../settings/groups.ts'
import { signUpInput } from './account.ts'
import { alertInput, criteriaInput } from './alert.ts'
import { feedInput } from './feed-settings.ts'
import { messages } from './messages.ts'
import { userInput } from './user-manager.ts'
import { hasHiddenCharacter } from './visible-text.ts'

test.each([
  ['a control', 'Jo\u0007hn'],
  ['a tab', 'Jo\thn'],
  ['a line', 'John\nSmith'],
  ['a C1 control', 'Jo\u0085hn'],
  ['a delete', 'Jo\u007Fhn'],
  ['a line separator', 'Jo\u2028hn'],
  ['a zero-width space', 'Jo\u200Bhn'],
  ['a joiner between Latin letters', 'Jo\u200Dhn'],
  ['a byte order mark', 'Jo\uFEFFhn'],
  ['a soft hyphen', 'Jo\u00ADhn'],
  ['a word joiner', 'Jo\u2060hn'],
  ['a direction override', 'John \u202Enaroj'],
  ['a direction isolate', '\u2066John\u2069'],
  ['a direction mark', 'John\u200F'],
  ['a filler', 'John\u3164'],
  ['a tag', 'John\u{E0041}'],
  ['a variation of a Latin letter', 'Joh\uFE00n'],
])('finds %s in a text', (_what, text) => expect(hasHiddenCharacter(text)).toBe(true))

test.each([
  ['letters of every kind', 'Zoë Đặng Ōno Мария สมหญิง 김민지 محمد'],
  ['combining marks', 'Zoe\u0308'],
  ['spaces that are seen', 'Anne\u00A0Marie\u3000山田'],
  ['Bengali with joiners', '\u09B0\u200D\u09CD\u09AF\u09BE\u09AC \u0995\u09CD\u200C\u09B7'],
  ['the form of a Japanese name', '葛\u{E0100}城'],
  ['emoji put together', '👩🏽\u200D🌾 ❤\uFE0F\u200D🔥 1\uFE0F\u20E3'],
  ['quotes and dashes', '“O’Brien – Smith & Sons, Inc.” №5 ½'],
])('finds no hidden character in %s', (_what, text) => expect(hasHiddenCharacter(text)).toBe(false))

test.each([
  ['lines and tabs', 'One.\r\n\tTwo.', false],
  ['Thai with word breaks', 'สำนักงาน\u200Bทะเบียน', false],
  ['what is pasted with a page', '\uFEFFOne,\u00AD two\u200F.', false],
  ['a direction override', 'One.\n\u202EowT.', true],
  ['a control', 'One.\u0007', true],
])('tells layout from hidden characters in prose: %s', (_what, text, hides) =>
  expect(hasHiddenCharacter(text, { lines: true })).toBe(hides),
)

const bad = 'Jo\u202Ehn'
const problems = (
  schema: { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } },
  value: object,
) =>
  schema
    .safeParse(value)
    .error?.issues.filter(({ message }) => message === messages.hiddenCharacter)
    .map(({ path }) => path.join('.'))

test.each([
  ['a registration', signUpInput, { firstName: bad, lastName: bad, company: bad, address: bad, city: bad }],
  ['a user', userInput, { firstName: bad, lastName: bad, company: bad, address: bad, city: bad }],
  ['what an alert watches', criteriaInput, { firstName: bad, lastName: bad, businessName: bad, parcelId: bad }],
  ['an alert', alertInput, { name: bad }],
  ['a feed', feedInput, { name: bad }],
  [
    'the county',
    settingsGroups.common.schema,
    { countyName: bad, appTitle: bad, contactName: bad, contactTitle: bad, contactPhone: bad },
  ],
  ['a lockout', settingsGroups.userLockout.schema, { messageLogin: bad, messageHeadline: bad }],
])('refuses a hidden character in each text field of %s', (_what, schema, value) =>
  expect(problems(schema, value)).toEqual(Object.keys(value)),
)

test('allows line breaks in county texts, but no hidden characters', () => {
  const { schema } = settingsGroups.latestNews
  const news = (paragraphContent: string) => ({ paragraphs: [{ heading: 'News', paragraphContent }] })
  expect(schema.safeParse(news('One.\n\n\tTwo.')).success).toBe(true)
  expect(problems(schema, news(bad))).toEqual(['paragraphs.0.paragraphContent'])
})
