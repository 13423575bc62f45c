import { type FaultName, faultKinds } from '../faults/fault-kinds.ts'
import type { Stall } from '../processes/observations.ts'
import type { Facts } from './facts.ts'

type Happened = Pick<Facts, 'faults' | 'stalls'>

/** A call may have begun this long before a fault, or its outcome be written this long after one. */
const inFlightMs = 5_000

/** Faults that may leave calls without a recorded answer, and every time that the machine stood still. */
export const listInterruptions = ({ faults, stalls }: Happened): Stall[] => [
  ...faults.filter(({ name }) => faultKinds[name].interruptsCalls),
  ...stalls,
]

/** Whether something that happened at this time, in milliseconds since 1970, may have been held up by one of these. */
export const isNearAny = (interruptions: Stall[], at: number): boolean =>
  interruptions.some((one) => +one.at - inFlightMs <= at && at <= +one.until + inFlightMs)

/** Faults during which workers stand still, start again, or wait for the database. */
const holdUps: FaultName[] = [
  'worker-killed',
  'worker-paused',
  'worker-stalled',
  'postgres-killed',
  'postgres-restarted',
  'connections-ended',
  'connections-unsteady',
  'connections-used-up',
  'disk-full',
]

/**
 * Times when the machine gave the program no time although the plan had nothing to do with it. The run's clock is fast:
 * a second is minutes of delivery, so work that was under way then proves nothing about time limits. A quiet machine
 * has no such times.
 */
export const listMachineStalls = ({ faults, stalls }: Happened): Stall[] =>
  stalls.filter(
    (stall) => !faults.some(({ name, at, until }) => holdUps.includes(name) && stall.at <= until && stall.until >= at),
  )
