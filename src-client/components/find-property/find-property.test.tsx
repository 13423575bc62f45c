// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RestError } from '#client/lib/api/rest-error.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { FoundProperties, Property } from '#shared/contract/roll.ts'
import type { FindPropertyProps } from './find-property.tsx'
import { PropertyField } from './property-field.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const property = (parcelId: string, address: string): Property => ({
  parcelId,
  address,
  city: 'ALDER FALLS',
  zip: '55810',
})
const lark = [property('17-03-088-012', '41 LARK ST'), property('17-03-123-101', '41 N LARKSPUR LN')]
const mill = ['17-03-200-011', '17-03-200-012', '17-03-200-031'].map((id) => property(id, '1200 MILL RD'))

const moreThanThree = 'More than 3 parcels share 1200 Mill Road. Which of these should we watch?'

type Chosen = Property[]
const chosen: Chosen[] = []
beforeEach(() => {
  chosen.length = 0
})

/** The answers by text; any other text finds nothing. */
const answering = (answers: Record<string, Partial<FoundProperties> | Error>) =>
  vi.fn(async (text: string) => {
    const answer = answers[text] ?? {}
    if (answer instanceof Error) throw answer
    return { properties: [], more: false, ...answer }
  })

function Sample({ find, ...rest }: Partial<FindPropertyProps> & Pick<FindPropertyProps, 'find'>) {
  const [now, setNow] = useState<Chosen>([])
  return (
    <PropertyField
      phone="(612) 555-0130"
      {...rest}
      find={find}
      chosen={now}
      onClear={() => setNow([])}
      onChoose={(properties) => {
        chosen.push(properties)
        setNow(properties)
      }}
    >
      <label>
        Parcel ID
        <input name="parcelId" />
      </label>
    </PropertyField>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Find the property by its address' })
const status = () => document.querySelector('[aria-live=polite]')?.textContent
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () => {
  const id = box().getAttribute('aria-activedescendant')
  return id === null ? undefined : document.getElementById(id)?.textContent
}
/** Waits for the search that a choice starts. */
const press = async (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(box(), { key })
  await pass(0)
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
async function type(text: string) {
  fireEvent.change(box(), { target: { value: text } })
  await pass(250)
}

describe('the search box', () => {
  it('searches 250 ms after the last key, from three characters on', async () => {
    const find = answering({})
    render(<Sample find={find} />)
    await type('41')
    fireEvent.change(box(), { target: { value: '41 l' } })
    await pass(249)
    fireEvent.change(box(), { target: { value: '41 la' } })
    await pass(249)
    expect(find).not.toHaveBeenCalled()
    await pass(1)
    expect(find.mock.calls.map(([text]) => text)).toEqual(['41 la'])
  })

  it('offers the properties it found with city, zip and parcel below, and says how many there are', async () => {
    render(<Sample find={answering({ '41 lark': { properties: lark } })} />)
    expect(box().getAttribute('aria-expanded')).toBe('false')
    await type('41 lark')
    expect(box().getAttribute('aria-expanded')).toBe('true')
    expect(options()).toEqual([
      '41 Lark Street, Alder Falls 55810 · 17-03-088-012',
      '41 N Larkspur Lane, Alder Falls 55810 · 17-03-123-101',
    ])
    expect([...screen.getAllByRole('option')[1]!.querySelectorAll('b')].map((b) => b.textContent)).toEqual([
      '41',
      'Lark',
    ])
    expect(status()).toBe('2 properties. Press one, or use the up and down arrows, then Enter.')
  })

  it('says that there are more properties', async () => {
    render(<Sample find={answering({ '41 lark': { properties: lark, more: true } })} />)
    await type('41 lark')
    expect(status()).toBe('The first 2 properties. Type more to narrow the list.')
  })

  it('asks the reader to type more when too many properties match', async () => {
    render(<Sample find={answering({ 'st st': { more: true } })} />)
    await type('st st')
    expect(status()).toBe('Many addresses match. Type more, such as the house number.')
    expect(screen.queryByRole('img')).toBeNull()
  })

  it.each<[string, string[], string | undefined]>([
    ['Down goes to the first', ['ArrowDown'], '41 Lark'],
    ['Down goes round', ['ArrowDown', 'ArrowDown', 'ArrowDown'], '41 Lark'],
    ['Up goes to the last', ['ArrowUp'], '41 N Lark'],
    ['End goes to the last', ['ArrowDown', 'End'], '41 N Lark'],
    ['Home goes to the first', ['ArrowUp', 'Home'], '41 Lark'],
    ['Home alone is for the text', ['Home'], undefined],
    ['Escape closes the list', ['ArrowDown', 'Escape'], undefined],
    ['Down opens it again', ['Escape', 'ArrowDown'], '41 Lark'],
  ])('%s', async (_name, keys, start) => {
    render(<Sample find={answering({ '41 lark': { properties: lark } })} />)
    await type('41 lark')
    await press(...keys)
    if (start === undefined) expect(active()).toBeUndefined()
    else expect(active()).toMatch(new RegExp(`^${start}`))
    expect(box().value).toBe('41 lark')
  })

  it('chooses with Enter without submitting the form, and shows the choice with Change', async () => {
    const submit = vi.fn()
    render(
      <form onSubmit={submit}>
        <Sample find={answering({ '41 lark': { properties: lark } })} />
      </form>,
    )
    expect(fireEvent.keyDown(box(), { key: 'Enter' })).toBe(false)
    await type('41 lark')
    await press('Enter')
    expect(chosen).toEqual([])
    await press('ArrowDown', 'Enter')
    expect(chosen).toEqual([[lark[0]]])
    const card = screen.getByRole('region', { name: 'We’ll watch 41 Lark Street' })
    expect(card.textContent).toContain('Parcel 17-03-088-012')
    expect(document.activeElement).toBe(card)
    fireEvent.click(within(card).getByRole('button', { name: 'Change 41 Lark Street' }))
    expect(document.activeElement).toBe(box())
    expect(submit).not.toHaveBeenCalled()
  })

  it('chooses the only option with Enter, and any option with a press', async () => {
    render(<Sample find={answering({ '41 n': { properties: lark.slice(1) }, '41 lark': { properties: lark } })} />)
    await type('41 n')
    await press('Enter')
    fireEvent.click(screen.getByRole('button', { name: /^Change/ }))
    await type('41 lark')
    fireEvent.click(screen.getAllByRole('option')[0]!)
    await pass(0)
    expect(chosen).toEqual([[lark[1]], [lark[0]]])
  })
})

describe('a building without the unit of the reader', () => {
  it('Enter does not choose it; the reader must', async () => {
    const near = { properties: lark.slice(0, 1), near: true as const }
    render(<Sample find={answering({ '41 lark apt 2': near })} />)
    await type('41 lark apt 2')
    expect(status()).toContain('does not have that apartment or unit. Is it this building?')
    await press('Enter')
    expect(chosen).toEqual([])
    await press('ArrowDown', 'Enter')
    expect(chosen).toEqual([[lark[0]]])
  })

  it('is not offered as the reader’s own address', async () => {
    const find = vi.fn(async () => ({ properties: lark.slice(0, 1), more: false, near: true as const }))
    render(<Sample find={find} profileAddress={{ address: '41 Lark St', city: 'Alder Falls', zip: '55810' }} />)
    await pass(0)
    expect(screen.queryByRole('button', { name: /Your address/ })).toBeNull()
  })
})

describe('nothing is found', () => {
  it('says so 800 ms after the last key, but not after half a word', async () => {
    render(<Sample find={answering({ '41 lark': { properties: lark } })} />)
    for (const text of ['41 zzz', '41 zzzz', '41 zzzzz']) {
      await type(text)
      await pass(549)
      expect(status()).toBe('')
    }
    await pass(1)
    expect(status()).toContain('No property at that address.')
    await type('41 lark')
    expect(status()).toMatch(/^2 properties/)
  })

  it('names three ways on: the spelling, the parcel number with a picture, and the phone', async () => {
    render(<Sample find={answering({})} />)
    await type('9 Nowhere Way')
    await pass(550)
    expect(status()).toContain('No property at that address. Check the spelling')
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('The parcel number is at the top right')
    expect(screen.getByLabelText('Parcel ID')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Call us: (612) 555-0130' }).getAttribute('href')).toBe('tel:6125550130')
  })

  it.each<[string, Error, boolean, string]>([
    ['throttled', new RestError(429, 'Too many attempts.'), true, 'Too many searches.'],
    ['offline', new TypeError('Failed to fetch'), false, 'You are offline.'],
    ['broken', new TypeError('Failed to fetch'), true, 'We could not look up addresses.'],
  ])(
    'says why the search failed: %s; keeps the text, and Try again searches again',
    async (_name, error, onLine, words) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
      const find = answering({ '41 lark': error })
      render(<Sample find={find} />)
      await type('41 lark')
      expect(status()).toContain(words)
      expect(box().value).toBe('41 lark')
      find.mockResolvedValue({ properties: lark, more: false })
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
      await pass(0)
      expect(status()).toMatch(/^2 properties/)
    },
  )

  it('searches again automatically when the connection is back', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const find = answering({ '41 lark': new TypeError('Failed to fetch') })
    render(<Sample find={find} />)
    await type('41 lark')
    find.mockResolvedValue({ properties: lark, more: false })
    fireEvent(window, new Event('online'))
    await pass(0)
    expect(status()).toMatch(/^2 properties/)
  })

  it('shows the field for the parcel number on request, and focuses it', async () => {
    render(<Sample find={answering({})} />)
    expect(screen.queryByLabelText('Parcel ID')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Use your parcel number' }))
    await pass(20)
    expect(document.activeElement).toBe(screen.getByLabelText('Parcel ID'))
  })
})

describe('several parcels at one address', () => {
  const find = answering({ '1200 mill': { properties: [...mill, ...lark] } })
  const open = async (single = false) => {
    render(<Sample find={find} single={single} />)
    await type('1200 mill')
    expect(options()[0]).toBe('1200 Mill Road, Alder Falls 55810 · 3 parcels')
    await press('ArrowDown', 'Enter')
  }

  it('are all offered and all chosen at first', async () => {
    await open()
    expect(document.activeElement).toBe(
      screen.getByRole('group', { name: '3 parcels share 1200 Mill Road. Which should we watch?' }),
    )
    fireEvent.click(screen.getByRole('checkbox', { name: 'Parcel 17-03-200-031' }))
    fireEvent.click(screen.getByRole('button', { name: 'Watch 2 parcels' }))
    expect(chosen).toEqual([mill.slice(0, 2)])
    expect(screen.getByRole('region').textContent).toContain('Parcel 17-03-200-011Parcel 17-03-200-012')
  })

  it('are searched again when the first search may have left some out', async () => {
    const find = answering({
      '41 mill': { properties: [...lark, mill[0]!], more: true },
      '1200 MILL RD ALDER FALLS 55810': { properties: mill },
    })
    render(<Sample find={find} />)
    await type('41 mill')
    await press('ArrowUp', 'Enter')
    expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  })

  it.each([
    ['that the answer cut off', mill],
    ['as far as they were found, if asking again fails', new TypeError('Failed to fetch')],
  ])('are shown with a hint that there are more: %s', async (_name, again) => {
    const find = answering({
      '1200 mill': { properties: mill, more: true },
      '1200 MILL RD ALDER FALLS 55810': again instanceof Error ? again : { properties: again, more: true },
    })
    render(<Sample find={find} />)
    await type('1200 mill')
    await press('ArrowDown', 'Enter')
    expect(screen.getByRole('group', { name: moreThanThree })).toBeTruthy()
    expect(screen.getByText(/^There are more parcels here/)).toBeTruthy()
  })

  it('cannot all be left out', async () => {
    await open()
    for (const tick of screen.getAllByRole('checkbox')) fireEvent.click(tick)
    fireEvent.click(screen.getByRole('button', { name: 'Watch these parcels' }))
    expect(screen.getByRole('alert').textContent).toBe('Choose at least one parcel.')
    expect(chosen).toEqual([])
  })

  it('are a choice of one for a saved alert', async () => {
    await open(true)
    fireEvent.click(screen.getByRole('radio', { name: 'Parcel 17-03-200-012' }))
    fireEvent.click(screen.getByRole('button', { name: 'Watch 1 parcel' }))
    expect(chosen).toEqual([[mill[1]]])
  })

  it('lead back to the box with the typed text', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Find another address' }))
    expect(box().value).toBe('1200 mill')
    expect(document.activeElement).toBe(box())
  })
})

describe('the address of the profile', () => {
  const own = { address: '41 Lark St.', city: 'Alder Falls', zip: '55810' }
  const asked = '41 Lark St. Alder Falls 55810'
  const offer = () => screen.queryByRole('button', { name: /^41 Lark Street Your address/ })

  it('is chosen with one press, outside the list', async () => {
    render(<Sample find={answering({ [asked]: { properties: lark } })} profileAddress={own} />)
    expect(offer()).toBeNull()
    await pass(0)
    fireEvent.click(offer()!)
    await pass(0)
    expect(chosen).toEqual([[lark[0]]])
  })

  it('is found in the reader’s own city before the same street in another city of the zip', async () => {
    const elsewhere = { ...lark[0]!, parcelId: '30-01-001-001', city: 'QUARRY RIDGE' }
    render(
      <Sample find={vi.fn(async () => ({ properties: [elsewhere, lark[0]!], more: false }))} profileAddress={own} />,
    )
    await pass(0)
    fireEvent.click(offer()!)
    await pass(0)
    expect(chosen).toEqual([[lark[0]]])
  })

  it.each([
    ['city', '41 Lark St. 55810', { city: 'ALDER TWP' }],
    ['zip', '41 Lark St. Alder Falls', { zip: '' }],
  ])('is also offered where the county writes another %s', async (_name, text, other) => {
    render(<Sample find={answering({ [text]: { properties: [{ ...lark[0]!, ...other }] } })} profileAddress={own} />)
    await pass(0)
    expect(offer()).toBeTruthy()
  })

  it('is shown with a hint that it has more parcels', async () => {
    const text = '1200 Mill Rd Alder Falls 55810'
    const find = answering({
      [text]: { properties: mill, more: true },
      [text.toUpperCase()]: { properties: mill, more: true },
    })
    render(<Sample find={find} profileAddress={{ ...own, address: '1200 Mill Rd' }} />)
    await pass(0)
    fireEvent.click(screen.getByRole('button', { name: '1200 Mill Road Your address. More than 3 parcels' }))
    await pass(0)
    expect(screen.getByRole('group', { name: moreThanThree })).toBeTruthy()
    expect(screen.getByText(/^There are more parcels here/)).toBeTruthy()
  })

  it.each([
    ['that the county does not have', { ...own, address: '7 Elm St' }, lark],
    ['in another place', { ...own, city: 'Quarry Ridge', zip: '55812' }, lark],
    ['that is not given', { ...own, address: '' }, lark],
  ])('%s is not offered', async (_name, profileAddress, properties) => {
    render(<Sample find={vi.fn(async () => ({ properties, more: false }))} profileAddress={profileAddress} />)
    await pass(0)
    expect(offer()).toBeNull()
  })
})
