import { setTimeout as wait } from 'node:timers/promises'
import { connectionsEnded } from './connections-ended.ts'
import type { FaultKind } from './fault.ts'

const times = 40
const everyMs = 100

/** A network that keeps failing: sooner or later it hits each gap between two statements. */
export const connectionsUnsteady: FaultKind = {
  ...connectionsEnded,
  label: 'end of every database connection, again and again for some seconds',
  inject: async (cast, place) => {
    for (let time = 0; time < times; time++) {
      await connectionsEnded.inject(cast, place)
      await wait(everyMs)
    }
  },
}
