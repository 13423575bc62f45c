// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, it, vi } from 'vitest'
import { queryClient } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { possible, renderPossible } from '#tests/fixtures/possible-matches.tsx'
import { startTranscript, stopTranscript } from '#tests/helpers/screen-reader.ts'

vi.mock('#client/lib/api/start-content.ts', () => ({
  useStartContent: () => ({ county: 'Alder County', contactPhone: '(612) 555-0130', timeZone: 'America/Chicago' }),
}))

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(async () => {
  await stopTranscript()
  cleanup()
  queryClient.clear()
})

const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

it('says which record may be about her, and what her answer means', async () => {
  renderPossible([possible(412)])
  const { step, readPage, compareWith } = await startTranscript()
  await readPage('Home shows a record that may be about her')
  await step('She presses This is not about me', () => press('This is not about me'))
  await readPage('What follows')
  await step('She changes her answer', () => press('Change my answer'))
  await step('She presses This looks wrong', () => press('This looks wrong'))
  await compareWith('possible-matches-card.spoken.txt')
})
