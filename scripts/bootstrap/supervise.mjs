import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Runs a child in this process's place: same terminal, same signals. The child notices by its closed channel if this
 * process is killed.
 * @returns {Promise<{code: number | null, signal: string | null}>} how it ended
 */
export async function supervise(node, args, env = process.env) {
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  let stopping = false
  const passOn = (signal) => {
    stopping = true
    // A terminal sends these two signals to the whole group, so the child already has them.
    if (!(atTerminal && signal !== 'SIGTERM')) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGHUP', 'SIGTERM']
  for (const signal of signals) process.on(signal, passOn)
  const startedBy = launchers()
  const watch = setInterval(() => {
    if (stopping || launchers() === startedBy) return
    stopping = true
    child.kill('SIGTERM')
  }, 300)
  const ended = await new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`Cannot run ${node}: ${error.message}\n`)
      resolve({ code: 1, signal: null })
    })
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  clearInterval(watch)
  for (const signal of signals) process.off(signal, passOn)
  return ended
}

/** Ends this process the way the child ended. */
export function exitLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exit(code ?? 1)
}

/**
 * The processes through which npm runs us: npm itself and, if the shell it starts does not replace itself with us, that
 * shell. A shell that is asked to end does not pass the signal on, and a killed npm cannot. Either changes this list, and
 * we stop.
 */
function launchers() {
  if (!process.env.npm_lifecycle_event) return ''
  const parent = process.ppid
  try {
    const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return name?.endsWith('sh') ? `${parent} ${grandparent}` : `${parent}`
  } catch {
    return `${parent}`
  }
}
