import { readMigrations } from '#shared/node/platform/migrate/read-migrations.ts'
import { readProgramVersion } from '#shared/node/platform/program-version.ts'

export type Versions = { combinedVersion: string; server: string; schema: string }

let versions: Versions | undefined

/** The versions of the program and of its schema; the footer shows the combined one. */
export function readProductVersions(): Versions {
  versions ??= read()
  return versions
}

function read(): Versions {
  const version = readProgramVersion()
  const schema = String(readMigrations().length)
  return { combinedVersion: `${version}.${schema}`, server: version, schema }
}
