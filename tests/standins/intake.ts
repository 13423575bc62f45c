import { createFaultRules, type Fault, type FaultPlan, type FaultRule, isBeforeTaking } from './faults.ts'
import { type Entry, type NewEntry, type ProviderName, toEntry } from './ledger.ts'

export type IntakeOptions = {
  /** Faults by seed; faults that `fail` asks for come first. */
  plan?: FaultPlan | undefined
  /** The name of a message in the plan; by default its notice, or the address of a message without one. */
  toKey?: ((message: NewEntry) => string) | undefined
  /** Called with each accepted message; the answer waits until it resolves. */
  onTaken?: ((entry: Entry) => Promise<void> | void) | undefined
}

/** A stand-in's decisions and notes about messages, however they arrive. */
export type Intake = {
  ledger: Entry[]
  /** Calls about messages that were not accepted, because of a fault or by refusal. */
  notTaken: Entry[]
  fail(rule: FaultRule): void
  heal(): void
  /** No more faults, planned or asked for. */
  calm(): void
  reset(): void
  /**
   * The fault of the next call.
   * @param about its message, or what names a call that has none
   */
  nextFault(about: NewEntry | string): Fault | null
  /**
   * Enters a message into its ledger, as under way; resolves when it may be answered.
   * @param about.heldUpMs see Entry
   */
  enter(message: NewEntry, about: { fault: Fault | null; isRefused?: boolean; heldUpMs?: number }): Promise<Entry>
}

export const toMessageKey = ({ notice, to }: NewEntry) => String(notice ?? to)

export function createIntake(
  provider: ProviderName,
  { plan, toKey = toMessageKey, onTaken }: IntakeOptions = {},
): Intake {
  const rules = createFaultRules()
  const ledger: Entry[] = []
  const notTaken: Entry[] = []
  return {
    ledger,
    notTaken,
    fail: rules.add,
    heal: rules.clear,
    calm: () => {
      rules.clear()
      plan?.calm()
    },
    reset: () => {
      rules.clear()
      ledger.length = 0
      notTaken.length = 0
    },
    nextFault: (about) => rules.next() ?? plan?.next(typeof about === 'string' ? about : toKey(about))?.fault ?? null,
    enter: async (message, { fault, isRefused = false, heldUpMs }) => {
      const entry = toEntry(provider, message, { heldUpMs, end: 'under way' })
      const isTaken = !isRefused && !isBeforeTaking(fault)
      ;(isTaken ? ledger : notTaken).push(entry)
      if (isTaken) await onTaken?.(entry)
      return entry
    },
  }
}
