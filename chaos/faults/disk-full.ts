import { setTimeout as wait } from 'node:timers/promises'
import { fillDisk } from '#tests/helpers/full-disk.ts'
import type { FaultKind } from './fault.ts'

const fullMs = 2_000
/** Each grows at another step of a record's way: receipt, match, message, call, report. */
const tables = ['event', 'event_match', 'notice', 'delivery', 'notice_attempt', 'provider_callback', 'audit_log']

export const diskFull: FaultKind = {
  label: 'full disk',
  refuses: 'every server',
  interruptsCalls: true,
  choosePlace: (_, random) => random.below(tables.length),
  targets: ({ database }) => [database],
  inject: ({ database }, place) =>
    database.asOwner(async (owner) => {
      const disk = await fillDisk(owner, tables[place] ?? 'event')
      try {
        await wait(fullMs)
      } finally {
        await disk.heal()
      }
    }),
}
