import type { Client, Pool, PoolClient } from 'pg'

/** SQLSTATE */
const diskFull = '53100'
/** How long one look counts, however many ask. */
const lookMs = 2_000

/**
 * Larger than what PostgreSQL keeps ahead, so that the disk itself must take it. A table of the session alone, gone with
 * its transaction: nothing of it remains.
 */
const probe = `create temporary table disk_probe on commit drop as
  select repeat(md5(i::text), 60) as filler from generate_series(1, 400) as i`

type Disk = { refused: boolean; looking?: Promise<boolean>; lookedAt: number }
const disks = new WeakMap<Pool, Disk>()

function diskOf(pool: Pool): Disk {
  const known = disks.get(pool) ?? { refused: false, lookedAt: Number.NEGATIVE_INFINITY }
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
 * Whether the database refused a write of this process because its disk is full, and still does. Costs nothing until a
 * write was refused; then each look writes a little, at most every two seconds, and the first that succeeds ends it.
 */
export async function isDiskFull(pool: Pool): Promise<boolean> {
  const disk = diskOf(pool)
  if (!disk.refused) return false
  if (performance.now() - disk.lookedAt < lookMs) return disk.looking ?? true
  disk.lookedAt = performance.now()
  disk.looking = pool.query(probe).then(
    () => (disk.refused = false),
    (error: { code?: string }) => {
      // Without the answer of the disk, what was known stands.
      if (error.code === '42501') disk.refused = false
      return disk.refused
    },
  )
  return disk.looking
}
