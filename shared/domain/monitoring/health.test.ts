import { expect, it } from 'vitest'
import { type HealthFigures, assessHealth, keepsTrying } from './health.ts'

const well: HealthFigures = {
  deliveryPausedSeconds: null,
  failed: 0,
  refusedAddresses: 0,
  isDiskFull: false,
  lastBackupSeconds: null,
  inDoubt: 0,
  held: 0,
  reportsOverdue: 0,
  quarantine: 0,
  oldestDueSeconds: 3,
  oldestUnsentSeconds: 3,
  oldestUnmatchedSeconds: 600,
  providers: [
    { channel: 'EMAIL', failedInARow: 2, failingSeconds: 40, answer: 'Not now.', needsSetUp: false, hasRefused: false },
    { channel: 'PHONE', failedInARow: 0, failingSeconds: null, answer: '', needsSetUp: false, hasRefused: false },
  ],
  p99: 60,
  feeds: [{ name: 'Recorder', overdueSeconds: 120 }],
  database: { oldestTransactionSeconds: 1 },
  audit: { unchainedSeconds: 60 },
  processes: [
    { kind: 'server', seenSeconds: 2 },
    { kind: 'worker', seenSeconds: 9 },
  ],
}

it('reports success if every figure is good', () => {
  expect(assessHealth({ ...well, failed: 4, refusedAddresses: 4, lastBackupSeconds: 86_400 }).tone).toBe('success')
  expect(assessHealth(well)).toEqual({ tone: 'success', problems: [] })
  expect(assessHealth({ ...well, p99: null, feeds: [{ name: 'New', overdueSeconds: null }] }).tone).toBe('success')
})

it.each<[Partial<HealthFigures>, string, string]>([
  [{ failed: 1 }, 'warning', 'failed'],
  [{ failed: 3, refusedAddresses: 2 }, 'warning', 'failed'],
  [{ isDiskFull: true }, 'danger', 'diskFull'],
  [{ lastBackupSeconds: 2 * 24 * 3600 + 1 }, 'warning', 'oldBackup'],
  [{ inDoubt: 2 }, 'warning', 'inDoubt'],
  [{ held: 9 }, 'warning', 'held'],
  [{ quarantine: 1 }, 'warning', 'quarantine'],
  [{ feeds: [{ name: 'Recorder', overdueSeconds: 90_000 }] }, 'warning', 'silentFeed'],
  [{ database: { oldestTransactionSeconds: 301 } }, 'warning', 'longTransaction'],
  [{ oldestDueSeconds: 601 }, 'danger', 'late'],
  [{ deliveryPausedSeconds: 5, oldestDueSeconds: 3600 }, 'danger', 'paused'],
  // Each retry sets a later due time; only the time since the decision keeps growing.
  [{ oldestUnsentSeconds: 121 }, 'warning', 'unsent'],
  [{ oldestDueSeconds: 0, oldestUnsentSeconds: 901 }, 'danger', 'late'],
  [
    {
      providers: [
        {
          channel: 'EMAIL',
          failedInARow: 3,
          failingSeconds: 40,
          answer: 'Refused.',
          needsSetUp: false,
          hasRefused: false,
        },
      ],
    },
    'danger',
    'provider',
  ],
  [{ oldestUnmatchedSeconds: 601 }, 'danger', 'unmatched'],
  [{ reportsOverdue: 1 }, 'warning', 'reportsOverdue'],
  [{ p99: 12 * 3600 + 1 }, 'danger', 'slow'],
  [{ audit: { unchainedSeconds: 901 } }, 'danger', 'unchained'],
  [{ processes: [{ kind: 'server', seenSeconds: 1 }] }, 'danger', 'noWorker'],
  [{ processes: [{ kind: 'worker', seenSeconds: 61 }] }, 'danger', 'noWorker'],
])('reports %j as a %s', (change, tone, code) => {
  const health = assessHealth({ ...well, ...change })
  expect(health.tone).toBe(tone)
  expect(health.problems.map((problem) => problem.code)).toEqual([code])
})

it('lists the worst problem first', () => {
  const health = assessHealth({ ...well, failed: 1, processes: [] })
  expect(health.problems.map((problem) => problem.code)).toEqual(['noWorker', 'failed'])
})

it.each<[Partial<HealthFigures>, boolean]>([
  [
    {
      providers: [
        {
          channel: 'EMAIL',
          failedInARow: 3,
          failingSeconds: 40,
          answer: 'Refused.',
          needsSetUp: false,
          hasRefused: false,
        },
      ],
    },
    true,
  ],
  [
    {
      providers: [
        { channel: 'EMAIL', failedInARow: 3, failingSeconds: 40, answer: '', needsSetUp: false, hasRefused: true },
      ],
    },
    false,
  ],
  [{ oldestDueSeconds: 601 }, true],
  [{ deliveryPausedSeconds: 5 }, false],
  [{ processes: [] }, false],
])('with %j says whether we keep trying: %s', (change, tried) => {
  expect(keepsTrying(assessHealth({ ...well, ...change }))).toBe(tried)
})
