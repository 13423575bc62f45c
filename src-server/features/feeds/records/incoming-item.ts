import type { IngestAnswer } from '#shared/contract/feed.ts'
import type { EventFeed } from './parse-event.ts'

/**
 * One item of a call after parsing. `problem` says why parsing failed; `sent` is what quarantine keeps, if not the
 * value.
 */
export type IncomingItem = { index: number; value: unknown; problem?: string; sent?: unknown }

/** Takes the items of one call; answers after all of them are committed, in `event` or in `quarantine`. */
export type IngestEvents = (feed: EventFeed, items: IncomingItem[]) => Promise<IngestAnswer>
