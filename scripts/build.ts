import { build } from 'vite'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { getBuildFolder, publishBuild } from '#shared/node/platform/client-folder.ts'
import { configFile, hashInputs } from './start/client-build.ts'

/** Builds the client into a new folder with compressed copies; running servers keep theirs. */
const { quiet } = readOptions(
  `Builds the client into its own folder in dist. Running servers keep the pages they started with.

  npm run build [-- --quiet]      --quiet prints only warnings`,
  { quiet: { type: 'boolean', default: false } },
)
const version = hashInputs()
const outDir = getBuildFolder(version)
await build({ configFile, build: { outDir }, logLevel: quiet ? 'warn' : 'info' })
publishBuild(version, outDir)
