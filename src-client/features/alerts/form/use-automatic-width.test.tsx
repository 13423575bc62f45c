// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AlertPreview } from '#shared/contract/alert-view.ts'
import { type Criteria, noMatchOptions, type MatchOptions } from '#shared/contract/alert.ts'
import { type AlertWidth, maxRecordsOfRareName } from '#shared/contract/automatic-width.ts'
import type { PreviewState } from './alert-preview.tsx'
import { AutomaticWidthLine } from './automatic-width-line.tsx'
import { MatchOptionFields } from './match-option-fields.tsx'
import { useAutomaticWidth } from './use-automatic-width.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

type Shown = { preview: PreviewState; isNew?: boolean; isRestored?: boolean; initial?: MatchOptions }

function Alert({ preview, isNew = true, isRestored = false, initial = noMatchOptions }: Shown) {
  const form = useForm({ defaultValues: { lastName: 'Brandvold', variants: initial } })
  const variants = useWatch({ control: form.control, name: 'variants' })
  const criteria: Criteria = {
    alertType: 'NAME',
    firstName: 'Thessaly',
    lastName: 'Brandvold',
    formerLastName: '',
    variants,
  }
  const automatic = useAutomaticWidth({
    criteria,
    preview,
    isNew,
    isRestored,
    setInitial: (variant, on) => form.resetField(`variants.${variant}`, { defaultValue: on }),
  })
  return (
    <FormProvider {...form}>
      <AutomaticWidthLine automatic={automatic} whose="own" />
      <MatchOptionFields type="NAME" counts={undefined} onChosen={automatic.stop} />
      <button type="button" onClick={automatic.restart}>
        Start over
      </button>
      {form.formState.isDirty && <p>Changed</p>}
    </FormProvider>
  )
}

const found = (width: AlertPreview['width'], stale = false): PreviewState => ({
  kind: 'found',
  stale,
  preview: {
    count: 0,
    capped: false,
    grades: { CERTAIN: 0, LIKELY: 0, POSSIBLE: 0 },
    tooMany: false,
    records: [],
    variantCounts: {},
    width,
  },
})
const rare: AlertWidth = { on: true, by: 'records', perYear: 1 }
const common: AlertWidth = { on: false, by: 'records', perYear: 40 }

const option = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const isWide = () =>
  ['Typos', 'Names that sound alike', 'Nicknames', 'Old name kept as a middle name'].map((name) => option(name).checked)
const others = () =>
  ['Skip records that show only a first initial', 'Weekly email of possible matches'].map(
    (name) => option(name).checked,
  )
/** The visible text. */
const says = () =>
  [...screen.getByRole('status').querySelectorAll('span > span > span:not([aria-hidden])')]
    .map(({ textContent }) => textContent)
    .join('')

it('turns close spellings on for a rare name and off for a common one, and says why', () => {
  const { rerender } = render(<Alert preview={{ kind: 'incomplete' }} />)
  expect([isWide(), says()]).toEqual([[false, false, false, false], ''])
  rerender(<Alert preview={found(rare)} />)
  expect(isWide()).toEqual([true, true, true, true])
  expect(says()).toBe(
    'Your name is rare here, so we also watch for close spellings. At most three records matched in the last 12 months. You can change this below.',
  )
  rerender(<Alert preview={found(common)} />)
  expect(isWide()).toEqual([false, false, false, false])
  expect(says()).toContain('Your name is common here, so we do not watch for close spellings.')
  rerender(<Alert preview={found(rare)} />)
  expect([isWide(), others()]).toEqual([
    [true, true, true, true],
    [false, false],
  ])
  // The reader would lose nothing.
  expect(screen.queryByText('Changed')).toBeNull()
})

it.each<[AlertWidth, string]>([
  [{ on: true, by: 'census', perYear: 1 }, 'By the US census, we expect at most one record a year with it.'],
  [{ on: false, by: 'census', perYear: 2 }, 'By the US census, we expect more than one record a year with it, and'],
  [{ on: false, by: 'records', perYear: 4 }, 'More than three records matched in the last 12 months.'],
])('says what decided: %j', (width, sentence) => {
  render(<Alert preview={found(width)} />)
  expect(says()).toContain(sentence)
})

it('says the marks by which the rule decides', () => {
  expect(maxRecordsOfRareName).toEqual({ census: 1, records: 3 })
})

it('stays automatic when the reader chooses how to hear of possible matches', () => {
  const { rerender } = render(<Alert preview={found(rare)} />)
  fireEvent.click(option('Weekly email of possible matches'))
  expect(others()).toEqual([false, true])
  rerender(<Alert preview={found(common)} />)
  expect([isWide(), others()]).toEqual([
    [false, false, false, false],
    [false, true],
  ])
})

it.each<[boolean, string]>([
  [true, 'This name is rare here, so we also watch for close spellings.'],
  [false, 'This name is common here, so we do not watch for close spellings.'],
])('speaks of the name to staff, and of the other person in a household', (on, sentence) => {
  render(<AutomaticWidthLine automatic={{ width: { ...rare, on }, isStopped: false }} whose="other" short />)
  expect(says()).toBe(sentence)
})

it.each<[string, PreviewState]>([
  ['the next answer is on its way', found(common, true)],
  ['it loads', { kind: 'loading' }],
  ['it fails', { kind: 'failed', retry: () => {} }],
])('changes nothing while %s', (_what, preview) => {
  const { rerender } = render(<Alert preview={found(rare)} />)
  rerender(<Alert preview={preview} />)
  expect(isWide()).toEqual([true, true, true, true])
})

it.each<[string, PreviewState]>([
  ['without a name', { kind: 'incomplete' }],
  ['of a type that has no automatic width', found(null)],
])('turns off the options that it turned on for an alert %s', (_what, preview) => {
  const { rerender } = render(<Alert preview={found(rare)} />)
  rerender(<Alert preview={preview} />)
  expect([isWide(), says()]).toEqual([[false, false, false, false], ''])
})

it('stops once the reader chooses an option, until the form starts over', () => {
  const { rerender } = render(<Alert preview={found(rare)} />)
  fireEvent.click(option('Nicknames'))
  expect(screen.getByText('Changed')).toBeTruthy()
  expect(isWide()).toEqual([true, true, false, true])
  expect(says()).toMatch(/^You chose the options\./)
  rerender(<Alert preview={found(common)} />)
  expect(isWide()).toEqual([true, true, false, true])
  expect(says()).toMatch(/^You chose the options\./)
  fireEvent.click(screen.getByText('Start over'))
  expect(isWide()).toEqual([false, false, false, false])
  expect(says()).toContain('Your name is common here')
})

it.each<[string, Omit<Shown, 'preview'>, RegExp]>([
  ['a saved alert', { isNew: false }, /^$/],
  ['what a draft brought back', { isRestored: true, initial: { ...noMatchOptions, nicknames: true } }, /^You chose/],
])('never changes %s', (_what, shown, sentence) => {
  const { rerender } = render(<Alert preview={found(rare)} {...shown} />)
  const before = isWide()
  expect(before).toEqual([false, false, shown.initial?.nicknames ?? false, false])
  rerender(<Alert preview={found(common)} {...shown} />)
  expect(isWide()).toEqual(before)
  expect(says()).toMatch(sentence)
})
