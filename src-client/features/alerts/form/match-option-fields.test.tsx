// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadPageTexts, loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { GradeCounts } from '#shared/contract/alert-view.ts'
import {
  type AlertType,
  alertTypeNames,
  type MatchOptions,
  newMatchOptions,
  noMatchOptions,
} from '#shared/contract/alert.ts'
import { alertTypeTable } from '#shared/domain/alert/alert-types.ts'
import { MatchOptionFields, type OptionCounts } from './match-option-fields.tsx'

const county = vi.hoisted(() => ({ weeklyEmail: true }))
vi.mock('#client/lib/api/start-content.ts', () => ({ useStartContent: () => county }))

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
  await loadPanelTexts()
})
afterEach(() => {
  cleanup()
  onChosen.mockClear()
  county.weeklyEmail = true
})

const likely = (count: number): GradeCounts => ({ CERTAIN: 0, LIKELY: count, POSSIBLE: 2 })
const onChosen = vi.fn<() => void>()
const counts = {
  variantCounts: {
    nicknames: likely(11),
    soundAlikes: likely(12),
    typingSlips: likely(13),
    formerName: likely(14),
    allWords: likely(15),
    possible: { CERTAIN: 0, LIKELY: 0, POSSIBLE: 17 },
  },
  byInitial: 16,
} satisfies OptionCounts

type Shown = { type: AlertType; variants?: MatchOptions; byStaff?: boolean }

function Options({ type, variants = newMatchOptions, byStaff }: Shown) {
  const form = useForm({ defaultValues: { variants } })
  const possible = useWatch({ control: form.control, name: 'variants.possible' })
  return (
    <FormProvider {...form}>
      <MatchOptionFields type={type} counts={counts} byStaff={byStaff} onChosen={onChosen} />
      <output>{String(possible)}</output>
    </FormProvider>
  )
}

const notes: Record<keyof MatchOptions, string> = {
  nicknames: 'adds 11 likely, 2 possible',
  soundAlikes: 'adds 12 likely, 2 possible',
  typingSlips: 'adds 13 likely, 2 possible',
  formerName: 'adds 14 likely, 2 possible',
  allWords: 'adds 15 likely, 2 possible',
  notByInitial: 'skips 16 records',
  possible: 'adds 17 possible',
}

it.each(alertTypeNames)('shows each option of %s with its own sentence and count', (type) => {
  const { container } = render(<Options type={type} />)
  const options = screen.queryAllByRole<HTMLInputElement>('checkbox')
  const { variants } = alertTypeTable[type]
  expect(options.map(({ name }) => name)).toEqual(variants.map((variant) => `variants.${variant}`))
  const sentences = options.map((option) => {
    const help = option.getAttribute('aria-describedby')
    return help === null ? '' : container.querySelector(`[id="${help}"]`)?.textContent
  })
  expect(sentences.every(Boolean)).toBe(true)
  expect(new Set(sentences).size).toBe(variants.length)
  for (const variant of variants) {
    expect(container.textContent).toContain(notes[variant])
  }
})

it('reports when the reader chooses, and keeps the choice', () => {
  render(<Options type="NAME" />)
  const option = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Typos/ })
  fireEvent.click(option)
  expect(onChosen).toHaveBeenCalledTimes(1)
  expect(option.checked).toBe(true)
})

const weekly = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Weekly email of possible matches/ })

it('starts a new alert with the weekly email', () => {
  const { container } = render(<Options type="BUSINESS" />)
  expect(weekly().checked).toBe(true)
  expect(container.textContent).not.toContain('not chosen yet')
})

it.each([
  [false, 'You have not chosen yet. Everything that the options above find comes right away.'],
  [true, 'Not chosen yet. Everything that the options above find is sent right away.'],
])(
  'says what happens without a choice, and keeps that until the reader chooses (by staff: %s)',
  (byStaff, sentence) => {
    const { container } = render(<Options type="NAME" variants={noMatchOptions} byStaff={byStaff} />)
    expect([weekly().checked, screen.getByRole('status').textContent]).toEqual([false, 'null'])
    expect(container.textContent).toContain(sentence)
    fireEvent.click(screen.getByRole('checkbox', { name: /^Typos/ }))
    expect(screen.getByRole('status').textContent).toBe('null')
    fireEvent.click(weekly())
    expect(screen.getByRole('status').textContent).toBe('true')
    expect(container.textContent).not.toContain(sentence)
    fireEvent.click(weekly())
    expect(screen.getByRole('status').textContent).toBe('false')
    expect(container.textContent).not.toContain(sentence)
    expect(onChosen).toHaveBeenCalledTimes(1)
  },
)

it.each(['NAME', 'BUSINESS'] as const)('offers no weekly email in %s where the county has none', (type) => {
  county.weeklyEmail = false
  const { container } = render(<Options type={type} variants={noMatchOptions} />)
  expect(screen.queryByRole('checkbox', { name: /^Weekly email of possible matches/ })).toBeNull()
  expect(screen.getAllByRole('checkbox').length).toBe(alertTypeTable[type].variants.length - 1)
  expect(container.textContent).not.toContain('You have not chosen yet')
})
