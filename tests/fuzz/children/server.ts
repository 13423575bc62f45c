import { startServer } from '#server/start.ts'
import { loadEnvOrExit } from '#shared/node/configuration/env.ts'
import { watchProcess } from './watch-process.ts'

/** The server in a process of its own, which measures itself. The first argument is the folder of the built client. */
const serveParent = watchProcess()
const server = await startServer(loadEnvOrExit(), { clientFolder: process.argv[2] })
serveParent({ address: server.address, pool: server.deps.pool, stop: () => server.stop() })
