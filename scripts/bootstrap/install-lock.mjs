import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Two installs in one folder would each remove what the other writes: the second waits for the first.
 * @param lock the file that its holder's process number stands in
 * @param stop ends the wait without the lock
 * @returns what releases the lock
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

/** Linked, so that the lock never stands there without its holder's number. */
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

/** @returns whether the lock is worth another try: its holder was gone, or released it just now */
function removeStaleLock(lock) {
  try {
    const holder = readFileSync(lock, 'utf8')
    if (isAlive(Number(holder))) return false
    // Moved aside first: of two processes that see it, one gets it. A lock that is newer than what we read goes back.
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
    // The number may belong to another program by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('install.mjs')
  } catch {
    return true
  }
}
