// cspell:ignore DONT faketime FAKETIME libfaketime
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { installPackages } from './debian-packages.ts'

/** A library that gives a process another time of day; its timers are not affected. */
export type FakeClock = {
  /** Variables of a process whose clock is set through this file. */
  toEnv(file: string): Record<string, string>
}

const libraryName = 'libfaketimeMT.so.1'

/**
 * Installs Debian's libfaketime.
 * @returns why clocks cannot jump here, if they cannot
 */
export async function openFakeClock(): Promise<FakeClock | { why: string }> {
  const why = await installPackages(['libfaketime'])
  if (why !== null) return { why }
  const library = readdirSync('/usr/lib')
    .map((folder) => path.join('/usr/lib', folder, 'faketime', libraryName))
    .find((file) => existsSync(file))
  if (library === undefined) return { why: `${libraryName} is not where Debian has it.` }
  return {
    toEnv: (file) => {
      setClock(file, 0)
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      }
    },
  }
}

/** Sets the clock of the processes that were started with this file, off by this many seconds. */
export const setClock = (file: string, seconds: number): void =>
  writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
