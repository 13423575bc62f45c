import { type RunningProcess, startProcess } from '../processes/start-process.ts'
import { answersOk } from '../support/answers-ok.ts'
import { until } from '../support/until.ts'

const answerWithinMs = 4_000

/** A server or worker that its operator replaces. */
export type Member = {
  name: string
  place: number
  process: RunningProcess
  /** Stops it as a supervisor does, and starts it again from a checkout; resolves when it is ready. */
  replaceWith(checkout: string): Promise<void>
}

/** Starts a server or worker of a checkout, and waits until it is ready. */
export async function startMember(
  checkout: string,
  { kind, place, env }: { kind: 'server' | 'worker'; place: number; env: NodeJS.ProcessEnv },
): Promise<Member> {
  const name = `${kind} ${place + 1}`
  const becomeReady = async () => {
    if (kind === 'server')
      await until(`the ${name} is ready`, () => answersOk(`http://127.0.0.1:${env.PORT}/readyz`, answerWithinMs))
  }
  const process = await startProcess(kind, `src-${kind}/main.ts`, { env, root: checkout })
  await becomeReady()
  return {
    name,
    place,
    process,
    replaceWith: async (folder) => {
      await process.restart('SIGTERM', { root: folder })
      await becomeReady()
    },
  }
}
