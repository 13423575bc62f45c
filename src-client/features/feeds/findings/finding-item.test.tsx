// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { FindingItem } from './finding-item.tsx'
import type { Finding } from './finding-types.ts'

beforeAll(async () => {
  startTexts()
  await loadPanelTexts()
})
afterEach(cleanup)

const order: Finding = {
  kind: 'nameOrder',
  change: { nameOrder: 'LAST_FIRST' },
  count: 4_500,
  of: 4_600,
  samples: ['OAKHURST PERLA', 'BRANDT  IVO'],
  effects: [
    { measure: 'readings', before: 9_200, after: 4_600 },
    { measure: 'unreadable', before: 0, after: 0 },
    { measure: 'matches', before: 41, after: 27, gained: 2, lost: 16 },
  ],
  dismissed: false,
}
const several: Finding = {
  ...order,
  kind: 'severalParcels',
  change: null,
  count: 3,
  of: 80,
  samples: ['1, 2'],
  effects: [],
}

function show(finding: Finding) {
  const done: string[] = []
  const { container } = render(
    <ul>
      <FindingItem
        finding={finding}
        onState={({ kind }) => done.push(`state ${kind}`)}
        onDismiss={({ kind }, dismissed) => done.push(`${dismissed ? 'dismiss' : 'restore'} ${kind}`)}
        busy={{ state: false, dismiss: false }}
      />
    </ul>,
  )
  const buttons = screen.getAllByRole('button').map((button) => button.textContent)
  for (const button of screen.getAllByRole('button')) fireEvent.click(button)
  return {
    text: container.textContent ?? '',
    buttons,
    done,
    samples: [...container.querySelectorAll('ul ul li')].map((li) => li.textContent),
  }
}

it('says what it found, where, and what the setting would change, also to a screen reader', () => {
  const { text, buttons, done, samples } = show(order)
  expect(text).toContain('Last names come first, but no name order is set.')
  expect(text).toContain('Seen in 4,500 of 4,600 names, for example:')
  // The finding may be about the spaces themselves.
  expect(samples).toEqual(['OAKHURST PERLA', 'BRANDT  IVO'])
  expect(text).toContain('9,200, would become 4,600')
  expect(text).toContain('(2 new, 16 gone)')
  expect(text).not.toContain('Names we cannot read')
  expect(buttons).toEqual(['Set this order', 'Discard'])
  expect(done).toEqual(['state nameOrder', 'dismiss nameOrder'])
})

it.each<[string, Finding, string, string[]]>([
  [
    'of the other order',
    { ...order, change: { nameOrder: 'FIRST_LAST' } },
    'First names come first',
    ['Set this order', 'Discard'],
  ],
  [
    'of a length',
    { ...order, kind: 'nameWidth', change: { nameWidth: 30 } },
    'cut off at 30 characters',
    ['Set this length', 'Discard'],
  ],
  [
    'of a length that is none',
    { ...order, kind: 'nameWidth', change: { nameWidth: null } },
    'not cut off',
    ['Clear the set length', 'Discard'],
  ],
  ['without a setting', several, 'Seen in 3 of 80 parcel IDs', ['Discard']],
  [
    'of several ids',
    { ...several, effects: [{ measure: 'ids', before: 3, after: 1_207 }] },
    'We read 1,207 parcel IDs in these 3 fields.',
    ['Discard'],
  ],
  [
    'of a range',
    { ...several, kind: 'parcelRange', effects: [{ measure: 'ids', before: 2, after: 300 }] },
    'We match 2 of the 300 parcel IDs that they stand for.',
    ['Discard'],
  ],
  [
    'of a mask that more ids would fit',
    { ...several, kind: 'parcelMask', mask: '2-3-2-5?', effects: [{ measure: 'misfits', before: 3, after: 1 }] },
    'What would change with the parcel mask “2-3-2-5?” (last part optional)Parcel IDs that don’t fit3 → 1',
    ['Discard'],
  ],
  ['of a mask', { ...several, kind: 'parcelMask' }, 'Parcel mask on the Service page', ['Discard']],
  [
    'of dates',
    { ...several, kind: 'futureDates', samples: ['2026-1, 11/28/2027'], link: 'https://records.example.org/1' },
    'Seen in 3 of 80 records, the newest first:2026-1, 11/28/2027See record 2026-1, 11/28/2027',
    ['Discard'],
  ],
  ['that was dismissed', { ...order, dismissed: true }, 'Last names come first', ['Show again']],
])('shows a finding %s', (_what, finding, text, buttons) => {
  const shown = show(finding)
  expect(shown.text).toContain(text)
  expect(shown.buttons).toEqual(buttons)
})

it('says so when zeros make no difference', () => {
  const zeros: Finding = {
    ...order,
    kind: 'leadingZeros',
    change: { losesLeadingZeros: true },
    effects: [{ measure: 'zeroIds', before: 9, after: 9 }],
  }
  expect(show(zeros).text).toContain('We already find these IDs')
  cleanup()
  expect(show({ ...zeros, effects: [{ measure: 'zeroIds', before: 0, after: 9 }] }).text).not.toContain(
    'We already find',
  )
})
