// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { rows, type RowKind } from '#shared/settings/field.ts'
import { RowItem } from './row-item.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
  await loadPanelTexts()
})
afterEach(cleanup)

function Row({ kind }: { kind: RowKind }) {
  const form = useForm({ defaultValues: { rows: [{ heading: '', paragraphContent: '' }] } })
  return (
    <FormProvider {...form}>
      <RowItem id="r" name="rows.0" index={0} kind={kind} fixed={false} onMove={() => {}} onRemove={() => {}} />
    </FormProvider>
  )
}

it.each<[RowKind, string, string]>([
  ['paragraphs', 'TEXTAREA', ''],
  ['links', 'INPUT', 'https://example.org/'],
  ['explanations', 'TEXTAREA', ''],
])('accepts as many characters of %s as can be saved', (kind, tag, prefix) => {
  render(<Row kind={kind} />)
  const [heading, content] = screen.getAllByRole<HTMLInputElement>('textbox')
  expect(content?.tagName).toBe(tag)
  const { schema } = rows(kind, 50)
  const isTaken = (headingLength: number, contentLength: number) =>
    schema.safeParse([{ heading: 'x'.repeat(headingLength), paragraphContent: prefix.padEnd(contentLength, 'x') }])
      .success
  const [most, mostContent] = [heading?.maxLength ?? 0, content?.maxLength ?? 0]
  expect(isTaken(most, mostContent)).toBe(true)
  expect(isTaken(most + 1, mostContent)).toBe(false)
  expect(isTaken(most, mostContent + 1)).toBe(false)
})

it('shows a long explanation completely, and keeps it one line', () => {
  render(<Row kind="explanations" />)
  const content = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Your words/ })
  fireEvent.change(content, { target: { value: 'A deed that\n gives up a claim.' } })
  expect(content.value).toBe('A deed that gives up a claim.')
})
