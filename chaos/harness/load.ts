import type { PlannedFault } from '../faults/plan.ts'
import { startChanging } from '../feeds/changing.ts'
import { startCrowd } from '../feeds/crowd.ts'
import { startCutOff } from '../feeds/cut-off.ts'
import { listEvents } from '../feeds/events.ts'
import { startRecorder } from '../feeds/recorder.ts'
import type { ChaosOptions } from '../options/options.ts'
import type { Undo } from '../support/undo.ts'
import { until } from '../support/until.ts'
import { startStops } from '../world/stops.ts'
import type { World } from '../world/world.ts'
import type { StartedCast } from './cast.ts'
import { startReplies } from './replies.ts'
import { watchPages } from './watch-pages.ts'

type LoadContext = {
  cast: StartedCast
  world: World
  plan: PlannedFault[]
  /** Records whose messages were sent so far, at least. */
  sentFor: () => number
}

/** Records that are posted ahead of the next fault, and ahead of sending: each fault meets work in progress. */
const aheadOfFault = 150
const aheadOfSending = 300

export type Load = ReturnType<typeof startLoad>

/** All outside callers: feeds, and residents who write, stop and read. */
export function startLoad(options: ChaosOptions, context: LoadContext, undo: Undo) {
  const { cast, world } = context
  const { balancer, publicUrl, database } = cast
  const { twilio } = cast.providers
  const feeds = startFeeds(options, context, undo)
  const replies = startReplies({ twilio, balancer, publicUrl }, options.replies)
  undo.push(replies.end)
  const pages = watchPages(balancer)
  undo.push(pages.stop)
  const { acknowledged } = feeds
  const stops = startStops({ ...options, acknowledged, balancer, twilio, people: world.people, publicUrl, database })
  undo.push(async () => stops.end())
  return {
    ...feeds,
    replies,
    failedPages: pages.failed,
    stopped: stops.stopped,
    /** @returns when residents wrote last */
    end: async (): Promise<Date> => {
      stops.end()
      await stops.done
      await replies.end()
      await pages.stop()
      return new Date()
    },
  }
}

function startFeeds(
  { records, seed, feeds }: ChaosOptions,
  { cast: { balancer, feedKey }, world, plan, sentFor }: LoadContext,
  undo: Undo,
) {
  let isAbandoned = false
  let faultsBegun = 0
  undo.push(async () => void (isAbandoned = true))
  const mayPost = (posted: number) =>
    until(
      'the next fault, and sending',
      () =>
        isAbandoned ||
        (posted < (plan[faultsBegun]?.after ?? Infinity) + aheadOfFault && posted < sentFor() + aheadOfSending),
      300_000,
    )
  const recorder = startRecorder(balancer, feedKey, { population: world, records, mayPost })
  const crowd = startCrowd(balancer, feedKey, listEvents(world, { from: records, count: feeds.crowd }))
  const cutOffEvents = listEvents(world, { from: records + feeds.crowd, count: feeds.cutOff })
  const cutOff = startCutOff(balancer, feedKey, { events: cutOffEvents, seed })
  const changes = Array.from({ length: feeds.changing }, (_, place) =>
    world.changeAt(records + feeds.crowd + feeds.cutOff + place),
  )
  const changing = startChanging(balancer, feedKey, {
    changes,
    // Spread over the run.
    mayPost: (place) => mayPost(Math.floor((place / changes.length) * records)),
  })
  const posted = Promise.all([recorder.done, crowd.done, cutOff.done, changing.done])
  posted.catch(() => {}) // Awaited by the run.

  return {
    /** Settles when every record has been acknowledged. */
    posted,
    crowd,
    cutOff,
    changes,
    changed: changing.changed,
    acknowledged: () => recorder.answered.size,
    answered: () => new Set([...recorder.answered, ...crowd.answered, ...cutOff.answered, ...changing.answered]),
    /** Calls of feeds without an answer, or answered with 5xx. */
    failedCalls: () =>
      [...recorder.repeated, ...crowd.failed, ...cutOff.failed, ...changing.failed].filter(
        ({ status }) => status === 0 || status >= 500,
      ),
    onFault: () => void (faultsBegun += 1),
  }
}
