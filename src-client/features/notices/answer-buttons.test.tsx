// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { AnswerButtons } from './answer-buttons.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

test.each([
  { isRestricted: false, help: 'Someone else has this name, or it isn’t your parcel. Read the record first.' },
  // Only its number, type and day are shown, so there is nothing to read.
  { isRestricted: true, help: 'It isn’t your parcel.' },
])('what "not me" means, restricted: $isRestricted', ({ isRestricted, help }) => {
  render(<AnswerButtons isRestricted={isRestricted} pending={undefined} isPage onAnswer={() => undefined} />)
  expect(screen.getByRole('button', { name: 'This is not about me', description: help })).toBeDefined()
})
