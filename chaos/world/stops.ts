import { setTimeout as wait } from 'node:timers/promises'
import { randomAt } from '#scripts/made-up/random.ts'
import type { ChaosDatabase } from '../processes/database.ts'
import { until } from '../support/until.ts'
import type { Person } from './people.ts'
import { type CountyPhone, textCounty } from './text-county.ts'

type StopsOptions = CountyPhone & {
  seed: number
  people: Person[]
  records: number
  /** Records acknowledged so far. */
  acknowledged: () => number
  database: ChaosDatabase
}

type Stops = {
  /** Addresses of the people who stopped, or were stopped. */
  stopped: Set<string>
  /** Settles once all people are stopped whose time came before `end` was called. */
  done: Promise<unknown>
  end(): void
}

/** They come in bursts, so that some meet messages that are claimed and not sent yet. */
const bursts = [0.25, 0.5, 0.75]
const retryMs = 100

/** People stop their messages during the run: by STOP, or because staff deactivate their account. */
export function startStops(options: StopsOptions): Stops {
  const { seed, people, records, acknowledged } = options
  const stopped = new Set<string>()
  let ended = false
  const stopOne = async (person: Person, burst: number) => {
    await until('the time of a burst of stops', () => ended || acknowledged() >= burst * records, 600_000)
    if (ended) return
    await stopPerson(person, options)
    for (const { target } of person.recipients) stopped.add(target)
  }
  const done = Promise.all(
    people
      .filter(({ during }) => during === 'writes STOP' || during === 'is deactivated')
      .map((person) => stopOne(person, randomAt(seed + 54, person.ownerId).pick(bursts))),
  )
  done.catch(() => {}) // Awaited by the run.
  return { stopped, done, end: () => void (ended = true) }
}

async function stopPerson(person: Person, options: StopsOptions): Promise<void> {
  const [target = ''] = person.recipients.map((recipient) => recipient.target)
  switch (person.during) {
    case 'writes STOP':
      await textCounty(options, target, 'STOP')
      return
    case 'is deactivated':
      await retry(() =>
        options.database.asOwner(async (client) => {
          await client.query(`update "user" set status = 'I' where id = $1`, [person.ownerId])
        }),
      )
      return
    case 'nothing':
    case 'bounces':
    case 'complains':
    case 'replies STOP':
    case 'is undeliverable':
    // The providers report these.
  }
}

/** Repeats what an outage may refuse, as SendGrid does for a day. */
async function retry(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= 600) throw error
      await wait(retryMs)
    }
  }
}
