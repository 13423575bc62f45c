import http from 'node:http'
import { randomAt } from '#scripts/made-up/random.ts'
import { feedPath } from '#shared/contract/feed.ts'
import type { Balancer } from '../processes/balancer.ts'
import type { FeedEvent } from './events.ts'
import { createPoster, type FailedCall } from './post.ts'

export type CutOffReport = {
  /** Document ids that were acknowledged, when their call was repeated in full. */
  answered: Set<string>
  failed: FailedCall[]
  /** Calls that were cut off. */
  cut: number
  /** Document ids of calls that were cut off and still acknowledged: there must be none. */
  acknowledged: string[]
  /** Settles when every record was acknowledged. */
  done: Promise<void>
}

const perCall = 10
/** How a body may be sent, and its length announced. */
const forms = ['json', 'json in chunks', 'ndjson in chunks'] as const
type Form = (typeof forms)[number]

const toBody = (form: Form, events: FeedEvent[]): Buffer =>
  Buffer.from(
    form === 'ndjson in chunks'
      ? events.map((event) => `${JSON.stringify(event)}\n`).join('')
      : JSON.stringify({ events }),
  )

/**
 * Posts records in calls whose connection ends in the middle of the body, and then each once more in full. One seed
 * decides form and place of each cut.
 */
export function startCutOff(
  balancer: Pick<Balancer, 'next'>,
  key: string,
  { events, seed }: { events: FeedEvent[]; seed: number },
): CutOffReport {
  const { post, failed } = createPoster(balancer, key)
  const report: CutOffReport = { answered: new Set(), failed, cut: 0, acknowledged: [], done: run() }
  async function run() {
    for (let from = 0; from < events.length; from += perCall) {
      const part = events.slice(from, from + perCall)
      const random = randomAt(seed, from)
      const form = random.pick(forms)
      const body = toBody(form, part)
      // Some end after a complete line, where only the missing end shows that more was to come.
      const lines = body.lastIndexOf('\n', body.length - 2) + 1
      const place = lines > 0 && random.chance(0.5) ? lines : random.below(body.length)
      const status = await postCutOff(balancer.next(), key, { form, body, sent: Math.max(1, place) })
      report.cut += 1
      if (status !== null && status < 300)
        report.acknowledged.push(...part.map(({ documentIdentifier }) => documentIdentifier))
      await post(JSON.stringify({ events: part }))
      for (const { documentIdentifier } of part) report.answered.add(documentIdentifier)
    }
  }
  return report
}

/** @returns the status, if there was an answer before the connection ended */
function postCutOff(
  address: string,
  key: string,
  { form, body, sent }: { form: Form; body: Buffer; sent: number },
): Promise<number | null> {
  return new Promise((resolve) => {
    const request = http.request(address + feedPath, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': form === 'ndjson in chunks' ? 'application/x-ndjson' : 'application/json',
        ...(form === 'json' ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' }),
      },
    })
    request.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? null)
    })
    request.on('error', () => resolve(null))
    request.on('close', () => resolve(null))
    // Once the operating system has it, the server gets it before the end.
    request.write(body.subarray(0, sent), () => request.destroy())
  })
}
