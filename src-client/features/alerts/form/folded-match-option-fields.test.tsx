// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { type Criteria, criteriaInput, noMatchOptions } from '#shared/contract/alert.ts'
import { FoldedMatchOptionFields } from './folded-match-option-fields.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const person: Criteria = criteriaInput.parse({ alertType: 'NAME', firstName: 'Helen', lastName: 'Marsh' })
const business: Criteria = criteriaInput.parse({ alertType: 'BUSINESS', businessName: 'Harbor Ledger' })

function Options({ criteria }: { criteria: Criteria }) {
  return (
    <FormProvider {...useForm({ defaultValues: { variants: criteria.variants } })}>
      <FoldedMatchOptionFields
        criteria={criteria}
        counts={{
          variantCounts: {
            nicknames: { CERTAIN: 0, LIKELY: 0, POSSIBLE: 0 },
            typingSlips: { CERTAIN: 0, LIKELY: 1, POSSIBLE: 0 },
          },
        }}
        onChosen={() => undefined}
      />
    </FormProvider>
  )
}

function show(criteria: Criteria, wide: boolean) {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: wide })
  return render(<Options criteria={criteria} />).container
}

it.each([
  ['a phone', false],
  ['a wide screen', true],
])('several options on %s', (_what, wide) => {
  const details = show(person, wide).querySelector('details')
  expect(details?.open).toBe(wide)
})

it('says how many options are on, and what each adds in words', () => {
  const on = { ...person, variants: { ...noMatchOptions, nicknames: true, typingSlips: true } }
  expect(show(on, false).querySelector('summary')?.textContent).toBe('Match more or fewer records · 2 options on')
  screen.getByText('· adds no records')
  screen.getByText('· adds 1 likely')
  cleanup()
  expect(show(person, false).querySelector('summary')?.textContent).toContain('0 options on')
})

it('counts the weekly email among the options of a business', () => {
  const on = { ...business, variants: { ...noMatchOptions, possible: true } }
  expect(show(on, false).querySelector('summary')?.textContent).toBe('Match more records · 1 option on')
})
