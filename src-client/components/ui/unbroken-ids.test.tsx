// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { noteLanguage } from '#client/lib/i18n/mark-languages.ts'
import { UnbrokenIds } from './unbroken-ids.tsx'

afterEach(cleanup)

const wholeIn = (text: string) => {
  const { container } = render(<UnbrokenIds>{text}</UnbrokenIds>)
  expect(container.textContent).toBe(text)
  return [...container.querySelectorAll('.whole-id')].map(({ textContent }) => textContent)
}

it.each([
  ['17-03-123-045', ['17-03-123-045']],
  ['Parcel 17-03-123-045 and R-20-4.', ['17-03-123-045', 'R-20-4.']],
  ['“Quarry 4-B” for (612) 555-0188', ['4-B”', '(612) 555-0188']],
  ['We tell only: wren@example.org, (612) 555-0188.', ['(612) 555-0188.']],
  ['GARCIA-LOPEZ ANA', []],
  ['11/19/2026 10:42 AM', []],
  ['', []],
])('keeps the ids of “%s” on one line, and nothing else', (text, whole) => {
  expect(wholeIn(text)).toEqual(whole)
})

it('keeps the language of a translated text', () => {
  noteLanguage.process('Lote 17-03: igual.', 'any', { i18nResolved: { usedLng: 'es' } })
  const { container } = render(<UnbrokenIds>Lote 17-03: igual.</UnbrokenIds>)
  expect(container.firstElementChild?.getAttribute('lang')).toBe('es')
})
