import type { TFunction } from 'i18next'
import { formatDuration } from './duration.ts'

/** How long a feed's latest records were under way, the middle one of them; of no record it is not known. */
export const receivedAfter = (t: TFunction, lagSeconds: number | null): string =>
  lagSeconds === null ? t('feeds.received.none') : t('feeds.received.usually', { time: formatDuration(lagSeconds) })
