import { createServer } from 'vite'
import { configFile } from './start/client-build.ts'
import { choosePort } from './start/port.ts'
import { prepareDemo } from './start/prepare-demo.ts'
import { runSession } from './start/session.ts'
import { welcome } from './start/welcome.ts'

/**
 * `npm run dev`: the demo while one works on it. Server and worker start again when a file of theirs changes; the
 * client is served by Vite, which passes on what is the server's.
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
]

await runSession(async ({ say, run, database, alsoStop }) => {
  const pagesPort = await choosePort('127.0.0.1', { from: 5173 })
  const demo = await prepareDemo(say, database, `http://127.0.0.1:${pagesPort}`)
  const env = { ...demo.env, NODE_ENV: 'development' }
  run('worker', { env, execArgv: ['--watch', '--watch-preserve-output'] })
  const server = run('server', { env, execArgv: ['--watch', '--watch-preserve-output'] })
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
  say(welcome(await demo.opened(address)))
})
