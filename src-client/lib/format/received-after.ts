import type { TFunction } from 'i18next'
import { formatDuration } from './duration.ts'

/** The median time that a feed's latest records took to arrive; unknown without records. */
export const receivedAfter = (t: TFunction, lagSeconds: number | null): string =>
  lagSeconds === null ? t('feeds.received.none') : t('feeds.received.usually', { time: formatDuration(lagSeconds) })
