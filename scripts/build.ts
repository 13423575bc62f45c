import { build } from 'vite'
import { configFile, inputsHash, markBuilt } from './start/client-build.ts'

/** Builds the client into dist/client, with compressed copies of its files, and notes from what it was built. */
const hash = inputsHash()
await build({ configFile, logLevel: process.argv.includes('--quiet') ? 'warn' : 'info' })
markBuilt(hash)
