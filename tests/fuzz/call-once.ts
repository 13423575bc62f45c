import type { Call, Caller } from './calls/call.ts'
import { refreshRoles } from './calls/people.ts'
import { judge, type Verdict } from './judge.ts'
import { reduceInput } from './reduce.ts'
import type { Answer, Sender } from './send.ts'
import { countCall, type Tally } from './tally.ts'
import type { FuzzWorld } from './world.ts'

export type FuzzOptions = {
  /** Calls of each caller. */
  calls: number
  seed: number
  /** Only this caller; only endpoints whose name contains this. */
  caller?: Caller | undefined
  only?: string | undefined
  print: (line: string) => void
}

/** A call whose answer broke a promise, with a smaller input that breaks it too. */
export type Failure = { call: Call; answer: Answer | null; fault: string; reduced?: unknown }

export type Run = {
  world: FuzzWorld
  sender: Sender
  options: FuzzOptions
  tally: Tally
  failures: Failure[]
}

/** Makes a call, judges its answer and counts it; a failing input is made smaller. */
export async function callOnce(run: Run, call: Call): Promise<void> {
  const answer = await run.sender.send(call).catch((error: Error) => error)
  if (answer instanceof Error) {
    const fault = `no answer: ${answer.message}`
    countCall(run.tally, call, null, { done: false, fault })
    keepFailure(run, { call, answer: null, fault })
    return
  }
  const verdict = await judgeAnswer(run.world, call, answer)
  countCall(run.tally, call, answer, verdict)
  if (verdict.fault === undefined) return
  keepFailure(run, { call, answer, fault: verdict.fault, ...(await reduce(run, call, verdict.fault)) })
}

async function judgeAnswer({ records }: FuzzWorld, call: Call, answer: Answer | null): Promise<Verdict> {
  const verdict = judge(call, answer, records.rolesByMark)
  if (verdict.fault === undefined) return verdict
  await refreshRoles(records)
  return judge(call, answer, records.rolesByMark)
}

/** Reports it immediately: a long run may be broken off. */
function keepFailure({ failures, options }: Run, failure: Failure): void {
  failures.push(failure)
  options.print(describeFailure(failure))
}

const maxShown = 4_000
const shorten = (text: string) =>
  text.length > maxShown ? `${text.slice(0, maxShown)}… (${text.length} characters)` : text

/** A failed call in a form that repeats it. */
export function describeFailure({ call, answer, fault, reduced }: Failure): string {
  const { method, path, headers, body } = call.request
  const sent = call.raw ? { raw: call.raw.toString('latin1') } : { method, path, headers, body: body?.toString() }
  return [
    `FAILED: ${call.door} as ${call.caller} (${call.kind}): ${fault}`,
    `  request ${shorten(JSON.stringify(sent))}`,
    ...(reduced === undefined ? [] : [`  smallest input ${shorten(JSON.stringify(reduced))}`]),
    ...(answer ? [`  answer ${answer.status} ${shorten(answer.text).slice(0, 500)}`] : []),
  ].join('\n')
}

/** Makes the input smaller while it fails in the same way. */
async function reduce({ sender, world }: Run, call: Call, fault: string): Promise<{ reduced?: unknown }> {
  const { input } = call
  if (!input) return {}
  const fails = async (value: unknown) => {
    const again = { ...call, request: input.request(value) }
    const answer = await sender.send(again).catch(() => null)
    return answer !== null && judge(again, answer, world.records.rolesByMark).fault === fault
  }
  return { reduced: await reduceInput(input.value, fails) }
}
