import type { WorkerDeps } from '../platform/deps.ts'
import { checkFeed } from './check-feed.ts'
import { listDueFeeds } from './feed-check.queries.ts'

/**
 * Checks the feeds that are due: those that staff asked for, those that have reached their first thousand records, and
 * those that were not checked since last night. A feed that cannot be checked does not delay others.
 * @throws AbortError if the worker stops meanwhile: its connections may end before the check does
 */
export async function checkFeeds(deps: WorkerDeps): Promise<void> {
  for (const feedId of await listDueFeeds(deps.db, { nightly: true })) {
    deps.stopping?.throwIfAborted()
    const started = performance.now()
    try {
      const found = await checkFeed(deps, feedId)
      if (!found) continue
      deps.log.info('feed.checked', {
        feedId,
        records: found.records,
        findings: found.findings.map(({ kind }) => kind).join(' '),
        ms: Math.round(performance.now() - started),
      })
    } catch (error) {
      deps.stopping?.throwIfAborted()
      deps.log.error('feed.check_failed', error, { feedId })
    }
  }
}
