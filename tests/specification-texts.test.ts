import { describe, expect, it, test } from 'vitest'
import { testTextMessages } from '#server/features/recipients/send-test-text.ts'
import { alertColumns, userColumns } from '#server/features/reports/export-lists.ts'
import { columns as reportColumns } from '#server/features/reports/user-report.ts'
import { emptyDetails, passwordProblem, usernameProblem } from '#shared/contract/account.ts'
import { alertStatuses, alertTypes } from '#shared/contract/alert.ts'
import { migrationQuestion } from '#shared/contract/legacy.ts'
import { changedMeanwhile, messages, testTextQuestion } from '#shared/contract/messages.ts'
import { providerStaff } from '#shared/contract/provider-staff.ts'
import { reportInput, wholeDay } from '#shared/contract/report.ts'
import { noticeAnswerLabels } from '#shared/domain/notice/answers.ts'
import { reportProblems } from '#shared/domain/report.ts'
import { detailsProblems } from '#shared/domain/user/user.ts'
import { sentences } from '#shared/matching/public.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { english as catalog } from '#shared/texts/en/english.ts'
import { english as letter } from '#worker/templates/catalog/en.ts'
import { type SpecificationText, specificationTexts } from './fixtures/specification-texts.ts'

type Parsed = { error?: { issues: { message: string }[] } }
const firstProblem = ({ error }: Parsed) => error?.issues[0]?.message
const heads = (columns: readonly (readonly [string, number])[]) => columns.map(([head]) => head).join(', ')
const rows = (count: number) => ({
  paragraphs: Array.from({ length: count }, () => ({ heading: 'x', paragraphContent: '' })),
})

/** The answers of the rules, each for input that breaks it. */
const rule = {
  username: {
    none: usernameProblem(''),
    short: usernameProblem('abc'),
    long: usernameProblem('a'.repeat(51)),
    signs: usernameProblem('abc defgh'),
  },
  password: {
    none: passwordProblem(''),
    short: passwordProblem('abc'),
    long: passwordProblem('a'.repeat(65)),
    simple: passwordProblem('abcdefghijkl'),
  },
  firstName: { long: detailsProblems({ ...emptyDetails, firstName: 'a'.repeat(31) }, 'name and email').firstName },
  alertTypes: {
    none: firstProblem(
      settingsGroups.alertSettings.schema.safeParse({
        ...settingsGroups.alertSettings.initial,
        businessAlert: false,
        nameAlert: false,
        parcelIdAlert: false,
      }),
    ),
  },
  report: {
    noDay: firstProblem(reportInput.safeParse({ ...wholeDay('01/01/2026'), fromDate: '' })),
    overYear: reportProblems({ ...wholeDay('01/01/2024'), toDate: '12/31/2025' }, '2026-01-01').toDate,
  },
  paragraphs: { tooMany: firstProblem(settingsGroups.latestNews.schema.safeParse(rows(51))) },
  links: { tooMany: firstProblem(settingsGroups.externalLinks.schema.safeParse(rows(51))) },
  questions: { testText: testTextQuestion, migration: migrationQuestion },
  changedMeanwhile: changedMeanwhile('{username}', '{time}'),
}

const server = {
  providerStaff,
  testText: testTextMessages,
  reportColumns: heads(reportColumns),
  userColumns: heads(userColumns),
  alertColumns: heads(alertColumns),
}

const holders: Record<string, unknown> = {
  catalog,
  message: messages,
  letter,
  setting: settingsGroups,
  type: alertTypes,
  status: alertStatuses,
  answer: noticeAnswerLabels,
  reason: sentences,
  rule,
  server,
}

const member = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined

/** The program's text at a place such as 'catalog login.submit'. */
function said(place: string): unknown {
  const [holder = '', path = ''] = place.split(' ')
  const start = holders[holder]
  return path === '' ? start : path.split('.').reduce(member, start)
}

const parts = {
  begins: (whole: string, text: string) => whole.startsWith(text),
  ends: (whole: string, text: string) => whole.endsWith(text),
  holds: (whole: string, text: string) => whole.includes(text),
}

describe.each(Object.entries(specificationTexts))('The texts of the %s', (_, texts: readonly SpecificationText[]) => {
  test.each(texts.map((entry) => [entry[0], entry] as const))('%s', (place, [, text, part]) => {
    const found = said(place)
    if (part === undefined) expect(found).toBe(text)
    else expect(found).toSatisfy((whole) => typeof whole === 'string' && parts[part](whole, text))
  })
})

it('Every text to a phone is among them', () => {
  const listed = Object.values(specificationTexts)
    .flat()
    .map(([place]) => place)
  const groups = Object.keys(letter.text).filter((group) => group !== 'twice')
  expect(groups.filter((group) => !listed.some((place) => place.startsWith(`letter text.${group}.`)))).toEqual([])
})
