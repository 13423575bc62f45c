// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AlertPreview } from '#shared/contract/alert-view.ts'
import { type AlertType, alertTypeNames, noMatchOptions } from '#shared/contract/alert.ts'
import { alertTypeTable } from '#shared/domain/alert/alert-types.ts'
import { MatchOptionFields } from './match-option-fields.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const counts: AlertPreview['variantCounts'] = {
  nicknames: 11,
  soundAlikes: 12,
  typingSlips: 13,
  formerName: 14,
  allWords: 15,
  byInitial: 16,
}
const onChosen = vi.fn<() => void>()

function Options({ type }: { type: AlertType }) {
  return (
    <FormProvider {...useForm({ defaultValues: { variants: noMatchOptions } })}>
      <MatchOptionFields type={type} counts={counts} onChosen={onChosen} />
    </FormProvider>
  )
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
    const count = variant === 'notByInitial' ? 'skips 16 records' : `adds ${counts[variant]} records`
    expect(container.textContent).toContain(count)
  }
})

it('reports when the reader chooses, and keeps the choice', () => {
  render(<Options type="NAME" />)
  const option = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Typos/ })
  fireEvent.click(option)
  expect(onChosen).toHaveBeenCalledTimes(1)
  expect(option.checked).toBe(true)
})
