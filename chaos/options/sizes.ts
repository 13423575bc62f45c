import type { FaultCounts } from '../faults/plan.ts'

/** How much a run does. */
export type ChaosSize = {
  records: number
  /**
   * More records, of feeds that misbehave (posted by 50 callers concurrently, and in calls cut off in the middle), and of
   * one that changes what it posted.
   */
  feeds: { crowd: number; cutOff: number; changing: number }
  /** How often each kind of fault happens. */
  faults: FaultCounts
  /** Alerts that are watched, two for each owner. */
  alerts: number
  /** Residents who text the county during the run, at most. */
  replies: number
}

/** Ten kills, and each of the other faults once or twice. */
export const usualSize: ChaosSize = {
  records: 2_000,
  feeds: { crowd: 1_000, cutOff: 100, changing: 200 },
  faults: {
    'worker-killed': 4,
    'server-killed': 3,
    'postgres-killed': 3,
    'worker-paused': 2,
    'server-paused': 1,
    'servers-restarted': 1,
    'postgres-restarted': 1,
    'connections-ended': 1,
    'connections-used-up': 1,
    'disk-full': 1,
    'jobs-emptied': 1,
    'clock-jumped': 2,
    'keys-locked': 1,
    'worker-hung': 1,
    'deadly-record': 1,
    'backup-disk-full': 1,
    'others-tables': 1,
    'secret-changed': 1,
    'recorders-clock': 1,
    'providers-hang': 1,
    'providers-reset': 1,
    'providers-reset-after': 1,
    'providers-refuse-county': 1,
    'providers-refuse-alike': 1,
    'providers-refuse-later': 1,
  },
  alerts: 5_000,
  replies: 600,
}

/** Small enough for the tests of every day: about half a minute. */
export const smokeSize: ChaosSize = {
  records: 400,
  feeds: { crowd: 40, cutOff: 20, changing: 24 },
  faults: {
    'worker-killed': 1,
    'server-killed': 1,
    'postgres-killed': 1,
    'worker-paused': 1,
    'connections-ended': 1,
  },
  alerts: 800,
  replies: 40,
}

/** The two runs of `--full`. */
export const fullSizes: { text: string; size: ChaosSize }[] = [
  {
    text: '20,000 records with 25 database stops and 25 server kills',
    size: {
      ...usualSize,
      records: 20_000,
      faults: { 'postgres-killed': 13, 'postgres-restarted': 12, 'server-killed': 25 },
    },
  },
  {
    text: '10,000 deliveries with 100 worker kills and pauses',
    // Four records of five lead to a message that no resident stops.
    size: { ...usualSize, records: 12_500, faults: { 'worker-killed': 50, 'worker-paused': 50 } },
  },
]
