import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const watchdog = new URL('./watchdog.ts', import.meta.url)

/** Runs a process with a watchdog; returns how it ended, and its last line. */
async function run(body: string): Promise<{ signal: string | null; said: string }> {
  const source = `import { startWatchdog } from ${JSON.stringify(watchdog.href)}
    const fail = (event) => console.log(event)
    startWatchdog('worker', { error: fail }, { afterMs: 2000 })
    ${body}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { signal, said }
}

test.concurrent('ends a process whose event loop hangs, with a line in the log', async () => {
  const { signal, said } = await run('setTimeout(() => { for (;;) {} }, 100)')
  expect(signal).toBe('SIGKILL')
  expect(JSON.parse(said)).toMatchObject({ process: 'worker', event: 'process.hung', level: 'error' })
})

test.concurrent('leaves a working process alone, and lets it end', async () => {
  expect(await run('setTimeout(() => {}, 3500)')).toEqual({ signal: null, said: '' })
})
