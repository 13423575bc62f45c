import path from 'node:path'
import { build } from 'vite'
import {
  findCurrentBuild,
  getBuildFolder,
  listOwnAssets,
  publishBuild,
  shareAssets,
} from '#shared/node/platform/client-folder.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { configFile, hashInputs } from './start/client-build.ts'

/** Builds the client into a new folder with compressed copies; running servers keep theirs. */
const { quiet, replaces } = readOptions(
  `Builds the client into its own folder in dist. Running servers keep the pages they started with.

  npm run build [-- --quiet] [--replaces FOLDER]

--quiet prints only warnings. --replaces names the folder of the version that servers run now: the scripts of either
version's pages are copied to the other, so that an open page goes on whichever server answers it during an upgrade.`,
  { quiet: { type: 'boolean', default: false }, replaces: { type: 'string' } },
)
const earlier = replaces === undefined ? undefined : findCurrentBuild(path.join(replaces, 'dist'))
if (replaces !== undefined && earlier === undefined) {
  console.error(`There are no built pages in ${replaces}.`)
  process.exit(2)
}
const version = hashInputs()
const outDir = getBuildFolder(version)
await build({ configFile, build: { outDir }, logLevel: quiet ? 'warn' : 'info' })
listOwnAssets(outDir)
publishBuild(version, outDir)
const current = findCurrentBuild()
if (current !== undefined && earlier !== undefined) shareAssets(current, earlier)
