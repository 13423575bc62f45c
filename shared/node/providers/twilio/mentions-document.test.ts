import { expect, test } from 'vitest'
import { mentionsDocument } from './mentions-document.ts'

test.each([
  ['Alder County recorded deed 2026-12 on 11/19.', '2026-12', true],
  ['Alder County recorded deed 2026-12.', '2026-12', true],
  ['Alder County recorded deed 2026-123 on 11/19.', '2026-12', false],
  ['Alder County recorded deed A2026-12 on 11/19.', '2026-12', false],
  ['Alder County recorded deeds 2026-123, 2026-12.', '2026-12', true],
  ['Reply STOP to end.', '2026-12', false],
])('%s names %s: %s', (text, documentId, named) => {
  expect(mentionsDocument(text, documentId)).toBe(named)
})
