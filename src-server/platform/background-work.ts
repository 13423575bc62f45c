import type { Db } from '#shared/node/platform/database/client.ts'

/** Work that continues in this process after the call that started it was answered. */
type BackgroundWork = { stop: AbortController; ended: Promise<void> }

/** By the database of each server in this process. */
const running = new WeakMap<Db, Set<BackgroundWork>>()

/** Makes the stop of the server abort this work. */
export function trackBackgroundWork(db: Db, work: BackgroundWork): void {
  const works = running.get(db) ?? new Set()
  running.set(db, works.add(work))
  void work.ended.then(() => works.delete(work))
}

/** Stops the background work of this server and waits until it has ended. */
export async function stopBackgroundWork({ db }: { db: Db }): Promise<void> {
  const works = [...(running.get(db) ?? [])]
  for (const { stop } of works) stop.abort()
  await Promise.all(works.map(({ ended }) => ended))
}
