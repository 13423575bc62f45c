// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { type AlertType, noMatchOptions, type MatchOptions } from '#shared/contract/alert.ts'
import { MatchOptionsLine } from './match-options-line.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

it.each<[string, AlertType, string, Partial<MatchOptions>, string[]]>([
  ['nothing', 'NAME', '', {}, []],
  ['the former last name', 'NAME', 'Farrow', {}, ['Former last name: Farrow']],
  [
    'both',
    'NAME',
    'Farrow',
    { typingSlips: true, notByInitial: true },
    ['Former last name: Farrow', 'Options: Typos, Skip records that show only a first initial'],
  ],
  ['no option of another type', 'BUSINESS', '', { typingSlips: true }, []],
])('names %s', (_what, alertType, formerLastName, variants, lines) => {
  const { container } = render(
    <MatchOptionsLine alert={{ alertType, formerLastName, variants: { ...noMatchOptions, ...variants } }} />,
  )
  expect([...container.children].map(({ textContent }) => textContent)).toEqual(lines)
})
