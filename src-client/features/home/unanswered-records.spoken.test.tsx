// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, it, vi } from 'vitest'
import { queryClient } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { documentTypeTexts } from '#shared/domain/notice/document-types.ts'
import { asked, renderCards } from '#tests/fixtures/unanswered-records.tsx'
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

const explanation = { key: 'quitClaimDeed', explanation: documentTypeTexts.quitClaimDeed } as const
const alerts = [
  {
    id: 1,
    name: 'My name',
    criteria: 'Wren Farrow',
    alertType: 'NAME',
    recordRaw: 'FARROW WREN',
    marks: [],
    field: 'party' as const,
    under: null,
    sentence: 'First and last name are the same.',
    grade: 'CERTAIN' as const,
    stopped: false,
  },
]
const parcelQuestion = { parcels: { first: ['17-03'], more: 0 }, legalDescription: '' }
const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

it('says which record waits, asks, and says what the answer means', async () => {
  renderCards([asked(412, { explanation, alerts, parcelQuestion })])
  const { step, readPage, compareWith } = await startTranscript()
  await readPage('Home asks about a record')
  await step('She presses I expected this', () => press('I expected this'))
  await step('She changes her answer', () => press('Change my answer'))
  await step('She presses This is not about me', () => press('This is not about me'))
  await readPage('One more question, about her parcel')
  await step('It is hers', () => press('Yes, and this looks wrong'))
  await readPage('What to do now')
  await compareWith('unanswered-records.spoken.txt')
})
