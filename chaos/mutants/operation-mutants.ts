import type { Mutant } from './mutant.ts'

/** Faults in what an operator relies on: rest, migrations, backups, warnings and health. */
export const operationMutants: Mutant[] = [
  {
    name: 'a worker looks for work without a pause',
    promise: 'A worker with nothing to do rests.',
    scenario: 'nothing but the providers fails',
    edits: [
      {
        file: 'src-worker/platform/loop.ts',
        find: 'setTimeout(state.bell.resolve, waitMs)',
        replace: 'setTimeout(state.bell.resolve, waitMs / 50)',
      },
    ],
  },
  {
    name: "a migration grants rights on others' tables",
    promise: "An administrator's tables beside ours stop no migration.",
    scenario: 'tables of others stand beside ours',
    edits: [
      {
        file: 'shared/node/platform/migrate/grant-rights.ts',
        find: `
      and \${isOwned('c')}`,
        replace: '',
      },
    ],
  },
  {
    name: 'a backup that fails keeps its session',
    promise: 'A backup whose disk fills ends, and so does its snapshot.',
    scenario: 'the disk of a backup fills',
    edits: [
      {
        file: 'scripts/backup/read-rows.ts',
        find: `    await client.end().catch(() => {})
`,
        replace: '',
      },
    ],
  },
  {
    name: 'a skipped hour counts as the one before',
    promise: 'A time that clocks skipped comes after what was recorded earlier that night.',
    scenario: "a recorder's clock is wrong",
    edits: [
      {
        file: 'shared/domain/feed/recorded-at.ts',
        find: 'return local - Math.min(offset, getZoneMinutes(moment, zone)) * minute',
        replace: 'return local - Math.max(offset, getZoneMinutes(moment, zone)) * minute',
      },
    ],
  },
  {
    name: 'a date in the future gets no warning',
    promise: 'A feed gets a warning about a record with a date in the future.',
    scenario: "a recorder's clock is wrong",
    edits: [
      {
        file: 'shared/domain/feed/recorded-at.ts',
        find: 'at.getTime() - now.getTime() > maxAheadMs',
        replace: 'at.getTime() - now.getTime() > 1000 * maxAheadMs',
      },
    ],
  },
  {
    name: 'a full disk is not reported',
    promise: 'A server that cannot store because the disk is full is not ready, and says why.',
    scenario: 'the disk is full',
    edits: [
      {
        file: 'shared/node/platform/database/disk-full.ts',
        find: 'if (code === diskFull) disk.refused = true',
        replace: `if (code === 'never') disk.refused = true`,
      },
    ],
  },
]
