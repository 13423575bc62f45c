import { build } from 'vite'
import { readOptions } from '#shared/node/command-line.ts'
import { configFile, inputsHash, markBuilt, markUnbuilt } from './start/client-build.ts'

/** Builds the client into dist/client, with compressed copies of its files, and notes from what it was built. */
const { quiet } = readOptions(
  `Builds the client into dist/client.

  npm run build [-- --quiet]      with --quiet, warnings alone are told`,
  { quiet: { type: 'boolean', default: false } },
)
const hash = inputsHash()
markUnbuilt()
await build({ configFile, logLevel: quiet ? 'warn' : 'info' })
markBuilt(hash)
