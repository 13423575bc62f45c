/* A server that begins a migration, to be killed in the middle of it. */
import { startMigration } from '#server/features/legacy/migrate-legacy.ts'
import { startServer } from '#server/start.ts'
import { testEnv } from '../helpers/environment.ts'

const input = JSON.parse(process.env.LEGACY ?? '') as Parameters<typeof startMigration>[2]
const actor = JSON.parse(process.env.ACTOR ?? '') as Parameters<typeof startMigration>[1]
const env = testEnv(process.env.DATABASE_URL ?? '', { LEGACY_DATABASE_HOSTS: input.databaseAddress })
const { deps } = await startServer(env, { listen: false })
await startMigration(deps, actor, input)
