// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Marks } from '#shared/contract/marks.ts'
import { MarkedText } from './marked-text.tsx'

afterEach(cleanup)

it.each<[what: string, text: string, marks: Marks, marked: string[]]>([
  [
    'the words that met',
    'SMITH, JOHN & MARY',
    [
      [0, 5],
      [14, 18],
    ],
    ['SMITH', 'MARY'],
  ],
  ['one parcel of several', '17-03-123, 17-03-124', [[11, 20]], ['17-03-124']],
  ['nothing in a match stored before there were marks', 'SMITH, JOHN', [], []],
])('marks %s, and shows the whole text', (_what, text, marks, marked) => {
  const { container } = render(<MarkedText text={text} marks={marks} />)
  expect(container.textContent).toBe(text)
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(marked)
})

it('keeps a marked parcel on one line', () => {
  const { container } = render(<MarkedText text="17-03-123" marks={[[0, 9]]} />)
  expect(container.querySelector('mark .whole-id')?.textContent).toBe('17-03-123')
})
