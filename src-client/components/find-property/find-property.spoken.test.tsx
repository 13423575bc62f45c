// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { Property } from '#shared/contract/roll.ts'
import { pressKey, startTranscript, stopTranscript, type Transcript, typeText } from '#tests/helpers/screen-reader.ts'
import { PropertyField } from './property-field.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(async () => {
  await stopTranscript()
  cleanup()
})

const property = (parcelId: string, address: string): Property => ({
  parcelId,
  address,
  city: 'ALDER FALLS',
  zip: '55810',
})
const answers: Record<string, Property[]> = {
  '412 Larkspur Ln Alder Falls 55810': [property('17-03-123-045', '412 LARKSPUR LN')],
  '41 lark': [property('17-03-088-012', '41 LARK ST'), property('17-03-123-101', '41 N LARKSPUR LN')],
  '1200 mill': [property('17-03-200-011', '1200 MILL RD'), property('17-03-200-012', '1200 MILL RD')],
}

function Sample() {
  const [chosen, setChosen] = useState<Property[]>([])
  return (
    <main>
      <h1>Alert Setup</h1>
      <PropertyField
        find={async (text) => ({ properties: answers[text] ?? [], more: false })}
        phone="(612) 555-0130"
        profileAddress={{ address: '412 Larkspur Ln', city: 'Alder Falls', zip: '55810' }}
        chosen={chosen}
        onChoose={setChosen}
        onClear={() => setChosen([])}
      >
        <label>
          Parcel ID <input name="parcelId" />
        </label>
      </PropertyField>
    </main>
  )
}

const button = (name: RegExp) => screen.getByRole('button', { name })
/** The wait before a search, and its answer. */
const search = 800
/** The pause after which nothing found is said, and its answer. */
const pause = 1800

async function findByKeyboard({ step }: Transcript): Promise<void> {
  await step('She goes to the box', () => screen.getByRole('combobox').focus())
  await step('She types 41 lark', () => typeText(screen.getByRole('combobox'), '41 lark'), search)
  await step('Down', () => pressKey('ArrowDown'))
  await step('Down', () => pressKey('ArrowDown'))
  await step('Escape', () => pressKey('Escape'))
  await step('Down', () => pressKey('ArrowDown'))
  await step('Enter', () => pressKey('Enter'))
}

async function watchTwoParcels({ step, readPage }: Transcript): Promise<void> {
  await step('She chooses Change', () => fireEvent.click(button(/^Change/)))
  await step('She types 1200 mill', () => typeText(screen.getByRole('combobox'), '1200 mill'), search)
  await step('Down', () => pressKey('ArrowDown'))
  await step('Enter', () => pressKey('Enter'))
  await readPage('She reads on')
  await step('She chooses Watch 2 parcels', () => fireEvent.click(button(/^Watch 2 parcels/)))
}

it('Find my property, as a screen reader speaks it', async () => {
  render(<Sample />)
  const transcript = await startTranscript()
  const { step, readPage, compareWith } = transcript
  await step('The page opens', () => undefined, 200)
  await readPage('She reads it')
  await findByKeyboard(transcript)
  await watchTwoParcels(transcript)
  await readPage('She reads what she chose')
  await step('She chooses Change', () => fireEvent.click(button(/^Change/)))
  await step('She types an address that is not there', () => typeText(screen.getByRole('combobox'), '9 none'), pause)
  await readPage('She reads on')
  await compareWith('./find-property.spoken.txt')
})
