import { createHash } from 'node:crypto'
import { randomAt } from '#scripts/made-up/random.ts'

/**
 * The fault of a call: an answer other than success, before the message is accepted or, with `taken`, after; a late or
 * a slow success; no answer (`hang`); a reset connection (`reset`); an answer that breaks off in the middle (`cut
 * body`). With `after`, the provider accepted the message first; it also did before `cut body`.
 */
export type Fault =
  | { status: number; retryAfter?: number | string; body?: unknown; taken?: boolean }
  | { delayMs: number }
  | { slowBodyMs: number }
  | 'hang'
  | 'hang after'
  | 'reset'
  | 'reset after'
  | 'cut body'

/** Each kind of fault with its probability for a call, from 0 to 1; together at most 1. */
export type FaultRates = {
  /** A late answer. */
  late?: number
  /** An answer that arrives byte by byte. */
  slowBody?: number
  /** 429 with Retry-After; SMTP: 451. */
  busy?: number
  /** 500 or 503, before or after the message was accepted; SMTP: 451, only before. */
  fail?: number
  failAfter?: number
  hang?: number
  hangAfter?: number
  reset?: number
  resetAfter?: number
  cutBody?: number
}
export type CallFaultKind = keyof FaultRates

/** Whether the provider refuses the message. */
export const isBeforeTaking = (fault: Fault | null): boolean =>
  fault === 'hang' ||
  fault === 'reset' ||
  (typeof fault === 'object' && fault !== null && 'status' in fault && !fault.taken)

/** A fault for the next `times` calls, or for each `every`th. */
export type FaultRule = { fault: Fault; times?: number; every?: number }

/** Faults that a test asks for, in the order of calls. */
export function createFaultRules() {
  let rules: FaultRule[] = []
  let calls = 0
  return {
    add: (rule: FaultRule) => void rules.push({ ...rule }),
    clear: () => {
      rules = []
    },
    next(): Fault | null {
      calls += 1
      for (const rule of rules) {
        if (rule.every !== undefined) {
          if (calls % rule.every === 0) return rule.fault
        } else if ((rule.times ?? Infinity) > 0) {
          if (rule.times !== undefined) rule.times -= 1
          return rule.fault
        }
      }
      return null
    },
  }
}

export type FaultPlanOptions = {
  seed: number
  rates: FaultRates
  /** Milliseconds that a late or slow answer takes at most. */
  lateMs?: number
  /** Seconds in Retry-After. */
  retryAfter?: number
  /** Maximum number of faults for one message. */
  maxFaults?: number
}

export type FaultPlan = {
  /** The fault of the next call about a message; null for none. */
  next(message: string): PlannedCallFault | null
  /** Plans no faults from now on. */
  calm(): void
}
type PlannedCallFault = { kind: CallFaultKind; fault: Fault }

/** A number for a text, the same on every machine. */
export const hashText = (text: string): number => createHash('sha256').update(text).digest().readInt32LE(0)

/**
 * Plans the faults of one provider. The fault of the n-th call about a message depends only on the seed, the message
 * and n, not on the time or on calls about others.
 */
export function planCallFaults(
  name: string,
  { seed, rates, lateMs = 400, retryAfter = 1, maxFaults = 3 }: FaultPlanOptions,
): FaultPlan {
  const kinds = Object.entries(rates) as [CallFaultKind, number][]
  const made: Record<CallFaultKind, (chance: number) => Fault> = {
    late: (chance) => ({ delayMs: Math.ceil(lateMs * chance) }),
    slowBody: (chance) => ({ slowBodyMs: Math.ceil(lateMs * chance) }),
    busy: () => ({ status: 429, retryAfter }),
    fail: (chance) => ({ status: chance < 0.5 ? 500 : 503 }),
    failAfter: (chance) => ({ status: chance < 0.5 ? 500 : 503, taken: true }),
    hang: () => 'hang',
    hangAfter: () => 'hang after',
    reset: () => 'reset',
    resetAfter: () => 'reset after',
    cutBody: () => 'cut body',
  }
  const history = new Map<string, { calls: number; faults: number }>()
  let isCalm = false
  return {
    next(message) {
      const past = history.get(message) ?? { calls: 0, faults: 0 }
      history.set(message, past)
      past.calls += 1
      const random = randomAt(seed, hashText(`${name} ${message} ${past.calls}`))
      const kind = pickKind(kinds, random.next())
      if (!kind || isCalm || past.faults >= maxFaults) return null
      past.faults += 1
      return { kind, fault: made[kind](random.next()) }
    },
    calm: () => {
      isCalm = true
    },
  }
}

function pickKind(kinds: [CallFaultKind, number][], chance: number): CallFaultKind | null {
  let sum = 0
  for (const [kind, rate] of kinds) {
    sum += rate
    if (chance < sum) return kind
  }
  return null
}
