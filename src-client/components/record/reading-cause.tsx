import { useTranslation } from 'react-i18next'
import type { Reading } from '#shared/contract/match.ts'

/** Below this weight another reading of the words is likelier. */
const lowWeight = 0.5

/** For staff: how the words of the record were read as a person, and whether another reading is likelier. */
export function ReadingCause({ reading: { cause, weight } }: { reading: Reading }) {
  const { t } = useTranslation()
  return (
    <span className="block text-sm text-muted-foreground">
      {t(`feeds.whoTold.reading.${cause}`)}
      {weight < lowWeight && ` ${t('feeds.whoTold.unlikely')}`}
    </span>
  )
}
