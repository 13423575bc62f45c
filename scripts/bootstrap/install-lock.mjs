import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Two installs in one folder would remove each other's files, so the second waits for the first.
 * @param lock file with its holder's process id
 * @param stop ends the wait without the lock
 * @returns a function that releases the lock
 */
export async function holdInstallLock(lock, stop) {
  let waiting = false
  while (!stop.aborted) {
    if (take(lock)) return () => rmSync(lock, { force: true })
    if (removeStaleLock(lock)) continue
    if (!waiting) process.stdout.write('Waiting for another install in this folder to finish.\n')
    waiting = true
    await wait(200)
  }
  return () => {}
}

/** Created by link, so that the lock never exists without its holder's process id. */
function take(lock) {
  const own = `${lock}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own)
  }
}

/** @returns whether to try again: the holder is gone or has just released the lock */
function removeStaleLock(lock) {
  try {
    const holder = readFileSync(lock, 'utf8')
    if (isAlive(Number(holder))) return false
    // Moved aside first, so that only one of two processes gets it. A lock newer than the one read is put back.
    const aside = `${lock}.${process.pid}.stale`
    renameSync(lock, aside)
    if (readFileSync(aside, 'utf8') !== holder) renameSync(aside, lock)
    else rmSync(aside, { force: true })
    return true
  } catch (error) {
    if (error.code === 'ENOENT') return true
    throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  try {
    // The process id may belong to another program by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('install.mjs')
  } catch {
    return true
  }
}
