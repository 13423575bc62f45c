import Fastify, { type FastifyInstance } from 'fastify'
import type { ServerDeps } from './deps.ts'

export type App = FastifyInstance

/** Builds the whole HTTP surface; nothing listens yet. */
export async function buildApp(_deps: ServerDeps, _options: { clientFolder?: string | undefined } = {}): Promise<App> {
  return Fastify({ logger: false })
}
