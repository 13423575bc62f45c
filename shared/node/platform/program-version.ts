import { readFileSync } from 'node:fs'

/** The version that package.json states. */
export function readProgramVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
