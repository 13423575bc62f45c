import fs from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'
import { serverPages } from '#shared/contract/server-pages.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { configFile } from './start/client-build.ts'
import { choosePort } from './start/port.ts'
import { prepareDemo } from './start/prepare-demo.ts'
import { runSession } from './start/session.ts'
import { welcome } from './start/welcome.ts'
import { root } from './support/paths.ts'

/**
 * `npm run dev`: the demo for development. Server and worker restart when one of their files changes; Vite serves the
 * client and proxies the server's routes.
 */
const served = [
  '/trpc',
  '/api',
  '/config',
  '/outbox/messages',
  '/ingest',
  '/webhooks',
  '/healthz',
  '/readyz',
  '/metrics',
  ...serverPages,
]

readOptions(
  `Starts the demo county with reload: server and worker restart when their files change, and pages update in place.

  npm run dev`,
  {},
)
await runSession(async ({ say, run, database, alsoStop }) => {
  const pagesPort = await choosePort('127.0.0.1', { from: 5173 })
  const demo = await prepareDemo(say, database, `http://localhost:${pagesPort}`)
  const env = { ...demo.env, NODE_ENV: 'development' }

  const runWatched = (name: 'server' | 'worker') => {
    const child = run(name, { env })
    let current = child
    const restart = async () => {
      say(`A file changed. Restarting the ${name}.`)
      await current.stop()
      current = run(name, { env })
      await current.ready
    }
    for (const folder of ['shared', `src-${name}`]) {
      const watcher = onChange(path.join(root, folder), () => {
        restart().catch((error: Error) => say(error.message))
      })
      alsoStop(async () => watcher.close())
    }
    return child
  }
  runWatched('worker')
  const server = runWatched('server')

  const pages = await createServer({
    configFile,
    server: {
      host: '127.0.0.1',
      port: pagesPort,
      strictPort: true,
      proxy: Object.fromEntries(served.map((path) => [path, demo.address])),
    },
  })
  alsoStop(() => pages.close())
  await pages.listen()
  const { address = demo.address } = await server.ready
  say(welcome(await demo.opened(address), demo.env))
})

/** Calls back once per burst of changes in a folder, because one save touches a file several times. */
function onChange(folder: string, callback: () => void): fs.FSWatcher {
  let timer: NodeJS.Timeout | undefined
  return fs.watch(folder, { recursive: true }, (_event, file) => {
    if (!file || /\.test\.tsx?$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(callback, 150)
  })
}
