import { backupDiskFull } from './backup-disk-full.ts'
import { clockJumped } from './clock-jumped.ts'
import { connectionsEnded } from './connections-ended.ts'
import { connectionsUnsteady } from './connections-unsteady.ts'
import { connectionsUsedUp } from './connections-used-up.ts'
import { deadlyRecord } from './deadly-record.ts'
import { diskFull } from './disk-full.ts'
import type { FaultKind } from './fault.ts'
import { jobsEmptied } from './jobs-emptied.ts'
import { keysLocked } from './keys-locked.ts'
import { othersTables } from './others-tables.ts'
import { postgresKilled } from './postgres-killed.ts'
import { postgresRestarted } from './postgres-restarted.ts'
import {
  providersHang,
  providersRefuseAlike,
  providersRefuseCounty,
  providersRefuseLater,
  providersReset,
  providersResetAfter,
} from './providers-fail.ts'
import { recordersClock } from './recorders-clock.ts'
import { secretChanged } from './secret-changed.ts'
import { serverKilled } from './server-killed.ts'
import { serverPaused } from './server-paused.ts'
import { serversRestarted } from './servers-restarted.ts'
import { workRowsLost } from './work-rows-lost.ts'
import { workerHung } from './worker-hung.ts'
import { workerKilled } from './worker-killed.ts'
import { workerPaused } from './worker-paused.ts'
import { workerStalled } from './worker-stalled.ts'

/** Every kind of fault, by its name in a plan. */
export const faultKinds = {
  'worker-killed': workerKilled,
  'worker-paused': workerPaused,
  'server-killed': serverKilled,
  'server-paused': serverPaused,
  'servers-restarted': serversRestarted,
  'postgres-killed': postgresKilled,
  'postgres-restarted': postgresRestarted,
  'connections-ended': connectionsEnded,
  'connections-used-up': connectionsUsedUp,
  'disk-full': diskFull,
  'jobs-emptied': jobsEmptied,
  'clock-jumped': clockJumped,
  'worker-stalled': workerStalled,
  'connections-unsteady': connectionsUnsteady,
  'work-rows-lost': workRowsLost,
  'keys-locked': keysLocked,
  'worker-hung': workerHung,
  'deadly-record': deadlyRecord,
  'backup-disk-full': backupDiskFull,
  'others-tables': othersTables,
  'secret-changed': secretChanged,
  'recorders-clock': recordersClock,
  'providers-hang': providersHang,
  'providers-reset': providersReset,
  'providers-reset-after': providersResetAfter,
  'providers-refuse-county': providersRefuseCounty,
  'providers-refuse-alike': providersRefuseAlike,
  'providers-refuse-later': providersRefuseLater,
} satisfies Record<string, FaultKind>

export type FaultName = keyof typeof faultKinds

export const faultNames = Object.keys(faultKinds) as FaultName[]
