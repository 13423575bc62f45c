import { expect, test } from 'vitest'
import { changesIn } from './changes.ts'

test.each<[string, unknown, unknown, string]>([
  ['nothing recorded', null, null, ''],
  ['what is new', null, { name: 'Home', emails: [3, 4] }, 'name: Home; emails: [3,4]'],
  ['what changed, and not what stayed', { name: 'Home', status: 'A' }, { name: 'Home', status: 'I' }, 'status: A → I'],
  ['what was added and what was emptied', { phone: '1' }, { phone: '', zip: '55111' }, 'phone: 1 → (none); zip: 55111'],
  ['what is gone', { id: 7, name: 'Home' }, null, 'id: 7; name: Home'],
  ['no record', 'x', 'y', ''],
  ['the beginning of long values', null, { text: 'x'.repeat(500) }, `text: ${'x'.repeat(199)}…`],
])('%s', (_what, before, after, said) => expect(changesIn(before, after)).toBe(said))
