import type { Providers } from '#tests/standins/providers.ts'
import type { RunningProcess } from '../processes/start-process.ts'
import type { RunFacts } from './facts.ts'

type Observed = Pick<
  RunFacts,
  'ledger' | 'notTaken' | 'delivered' | 'contractBreaches' | 'stalls' | 'workers' | 'ownEnds' | 'unhandled'
>

/** What the providers, and the servers and workers themselves, know of a run. */
export function observeRun(providers: Providers, processes: RunningProcess[]): Observed {
  const workers = processes.filter(({ name }) => name === 'worker')
  const reported = providers.readCallbacks().filter(({ event, end }) => event === 'delivered' && end === 'acknowledged')
  return {
    ledger: providers.readLedger(),
    notTaken: providers.readNotTaken(),
    delivered: new Set(reported.map(({ notice }) => String(notice))),
    contractBreaches: providers.readBreaches(),
    stalls: workers.flatMap(({ stalls }) => stalls),
    workers: workers.length,
    ownEnds: processes.flatMap(({ ownEnds }) => ownEnds),
    unhandled: processes.flatMap(({ unhandled }) => unhandled),
  }
}
