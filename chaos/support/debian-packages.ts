import { execFile } from 'node:child_process'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** invoke-rc.d asks this program whether a package may start its service; 101 means no (Debian policy). */
const policyFile = '/usr/sbin/policy-rc.d'
const waitForLockSeconds = 120
const maxUpdateMs = 120_000
const maxInstallMs = 300_000

const aptOptions = [
  '--yes',
  '--quiet',
  '--no-install-recommends',
  '-o',
  `DPkg::Lock::Timeout=${waitForLockSeconds}`,
  '-o',
  'Dpkg::Options::=--force-confdef',
  '-o',
  'Dpkg::Options::=--force-confold',
]

/**
 * Installs Debian packages that are not installed yet, without prompting and without starting or enabling their
 * services. Installed ones are not upgraded. Several processes may call it at the same time.
 * @returns why they cannot be installed; null if all of them are
 */
export async function installPackages(names: string[]): Promise<string | null> {
  if (!existsSync('/usr/bin/apt-get')) return 'apt-get is missing: this is not Debian.'
  const missing = await listMissing(names)
  if (missing.length === 0) return null
  if (process.getuid?.() !== 0) return `Only root can install ${missing.join(', ')}.`
  const servicesForbidden = forbidServices()
  try {
    await apt(['update', '--quiet', '-o', 'Acquire::Retries=2'], maxUpdateMs).catch(() => {}) // Lists on disk may do.
    await apt(['install', ...aptOptions, ...missing], maxInstallMs)
    for (const name of missing) await disableServices(name)
  } catch (error) {
    const still = await listMissing(names)
    if (still.length > 0) return `Could not install ${still.join(', ')}: ${lastLine(error)}`
  } finally {
    servicesForbidden.end()
  }
  return null
}

async function listMissing(names: string[]): Promise<string[]> {
  const installed = await Promise.all(
    names.map((name) =>
      run('dpkg-query', ['--show', '--showformat', '${db:Status-Status}', name]).then(
        ({ stdout }) => stdout === 'installed',
        () => false,
      ),
    ),
  )
  return names.filter((_, place) => !installed[place])
}

const apt = (args: string[], timeout: number) =>
  run('apt-get', args, {
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_SUSPEND: '1', LC_ALL: 'C' },
    maxBuffer: 64 * 1024 * 1024,
  })

/** Forbids every service to start until `end`. A policy that the machine has already is left as it is. */
function forbidServices(): { end(): void } {
  if (existsSync(policyFile)) return { end: () => {} }
  writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { flag: 'wx' })
  chmodSync(policyFile, 0o755)
  const end = () => rmSync(policyFile, { force: true })
  process.once('exit', end)
  return {
    end: () => {
      process.off('exit', end)
      end()
    },
  }
}

/** Otherwise they would start with the machine. Without systemd there is nothing to disable. */
async function disableServices(name: string): Promise<void> {
  const { stdout } = await run('dpkg-query', ['--listfiles', name])
  const units = stdout
    .split('\n')
    .filter((file) => /\/systemd\/system\/[^/@]+\.service$/.test(file))
    .map((file) => file.slice(file.lastIndexOf('/') + 1))
  for (const unit of units) await run('systemctl', ['disable', '--quiet', unit]).catch(() => {})
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n').at(-1) || 'apt-get was stopped.'
}
