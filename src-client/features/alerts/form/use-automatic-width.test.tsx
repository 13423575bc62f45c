// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AlertPreview, AlertWidth } from '#shared/contract/alert-view.ts'
import { type Criteria, noMatchOptions, type MatchOptions } from '#shared/contract/alert.ts'
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
  preview: { count: 0, capped: false, tooMany: false, records: [], variantCounts: {}, width },
})
const rare: AlertWidth = { on: true, by: 'records', perYear: 1 }
const common: AlertWidth = { on: false, by: 'records', perYear: 40 }

const option = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const closeSpellings = () => ['Typos', 'Names that sound alike', 'Nicknames'].map((name) => option(name).checked)
const others = () =>
  ['Old name kept as a middle name', 'Skip records that show only a first initial'].map((name) => option(name).checked)
/** The visible text. */
const says = () =>
  [...screen.getByRole('status').querySelectorAll('span > span > span:not([aria-hidden])')]
    .map(({ textContent }) => textContent)
    .join('')

it('turns close spellings on for a rare name and off for a common one, and says why', () => {
  const { rerender } = render(<Alert preview={{ kind: 'incomplete' }} />)
  expect([closeSpellings(), says()]).toEqual([[false, false, false], ''])
  rerender(<Alert preview={found(rare)} />)
  expect(closeSpellings()).toEqual([true, true, true])
  expect(says()).toBe('Your name is rare here, so we also watch for close spellings. You can change this below.')
  rerender(<Alert preview={found(common)} />)
  expect(closeSpellings()).toEqual([false, false, false])
  expect(says()).toContain('Your name is common here, so we do not watch for close spellings.')
  rerender(<Alert preview={found(rare)} />)
  expect([closeSpellings(), others()]).toEqual([
    [true, true, true],
    [false, false],
  ])
  // The reader would lose nothing.
  expect(screen.queryByText('Changed')).toBeNull()
})

it('says when the census decided', () => {
  render(<Alert preview={found({ on: true, by: 'census', perYear: 0 })} />)
  expect(says()).toContain('so we went by the US census.')
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
  expect(closeSpellings()).toEqual([true, true, true])
})

it.each<[string, PreviewState]>([
  ['without a name', { kind: 'incomplete' }],
  ['of a type that has no automatic width', found(null)],
])('turns off the options that it turned on for an alert %s', (_what, preview) => {
  const { rerender } = render(<Alert preview={found(rare)} />)
  rerender(<Alert preview={preview} />)
  expect([closeSpellings(), says()]).toEqual([[false, false, false], ''])
})

it('stops once the reader chooses an option, until the form starts over', () => {
  const { rerender } = render(<Alert preview={found(rare)} />)
  fireEvent.click(option('Nicknames'))
  expect(screen.getByText('Changed')).toBeTruthy()
  expect(closeSpellings()).toEqual([true, true, false])
  expect(says()).toMatch(/^You chose the options\./)
  rerender(<Alert preview={found(common)} />)
  expect(closeSpellings()).toEqual([true, true, false])
  expect(says()).toMatch(/^You chose the options\./)
  fireEvent.click(screen.getByText('Start over'))
  expect(closeSpellings()).toEqual([false, false, false])
  expect(says()).toContain('Your name is common here')
})

it.each<[string, Omit<Shown, 'preview'>, RegExp]>([
  ['a saved alert', { isNew: false }, /^$/],
  ['what a draft brought back', { isRestored: true, initial: { ...noMatchOptions, nicknames: true } }, /^You chose/],
])('never changes %s', (_what, shown, sentence) => {
  const { rerender } = render(<Alert preview={found(rare)} {...shown} />)
  const before = closeSpellings()
  expect(before).toEqual([false, false, shown.initial?.nicknames ?? false])
  rerender(<Alert preview={found(common)} {...shown} />)
  expect(closeSpellings()).toEqual(before)
  expect(says()).toMatch(sentence)
})
