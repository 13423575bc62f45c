import type { Client, Pool, PoolClient } from 'pg'
import { getSqlState } from './retry.ts'

/** SQLSTATE */
const diskFull = '53100'
/** SQLSTATE: the role may not create temporary tables. */
const insufficientPrivilege = '42501'
/** How long one check counts, no matter how many callers ask: after a refused write, and without one. */
const lookMs = 2_000
const idleLookMs = 60_000

/**
 * Larger than what PostgreSQL allocates ahead, so that the write must reach the disk. The table belongs to the session
 * and disappears with its transaction, so its commit need not wait for a standby.
 */
const probe = `select set_config('synchronous_commit', 'off', true); create temporary table disk_probe on commit drop as
  select repeat(md5(i::text), 60) as filler from generate_series(1, 400) as i`

type Disk = { refused: boolean; mayLook: boolean; looking?: Promise<void>; lookedAt: number }
const disks = new WeakMap<Pool, Disk>()

function diskOf(pool: Pool): Disk {
  const known = disks.get(pool) ?? { refused: false, mayLook: true, lookedAt: Number.NEGATIVE_INFINITY }
  disks.set(pool, known)
  return known
}

/** Notes when a statement on this connection fails because the database's disk is full. */
export function watchDisk(pool: Pool, client: Client | PoolClient): void {
  const disk = diskOf(pool)
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === diskFull) disk.refused = true
  })
}

/**
 * Whether the database refused a write of this process because its disk is full, and still does. If so, each check
 * writes a little, at most every two seconds, and the first that succeeds ends this state.
 * @param looks also check once a minute without a refused write: perhaps only other processes write
 */
export async function isDiskFull(pool: Pool, { looks = false } = {}): Promise<boolean> {
  const disk = diskOf(pool)
  if (!disk.refused && !(looks && disk.mayLook)) return false
  if (performance.now() - disk.lookedAt >= (disk.refused ? lookMs : idleLookMs)) {
    disk.lookedAt = performance.now()
    disk.looking = look(pool, disk)
  }
  await disk.looking
  return disk.refused
}

/** `watchDisk` notices a refusal. If the check fails for another reason, the known state stays. */
async function look(pool: Pool, disk: Disk): Promise<void> {
  try {
    await pool.query(probe)
    disk.refused = false
  } catch (error) {
    if (getSqlState(error) !== insufficientPrivilege) return
    disk.refused = false
    disk.mayLook = false
  }
}
