import { Check, CirclePause, Clock, Flag, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RecordGroup } from '#shared/contract/record-group.ts'
import { Badge } from '../ui/badge.tsx'

const answers = {
  expected: { tone: 'success', icon: Check },
  'not-me': { tone: 'neutral', icon: UserX },
  wrong: { tone: 'danger', icon: Flag },
} as const

/** The answer about a record, that there is none yet, or why we do not ask. */
export function AnswerBadge({ record }: { record: RecordGroup }) {
  const { t } = useTranslation()
  const { answer, isUnanswered, deliveries } = record
  if (answer) return <Badge {...answers[answer]}>{t(`record.answers.${answer}`)}</Badge>
  if (isUnanswered) {
    return (
      <Badge icon={Clock} tone="warning">
        {t('record.unanswered')}
      </Badge>
    )
  }
  const isHeld = deliveries.some(({ deliveryState }) => deliveryState === 'held')
  return <Badge icon={isHeld ? Clock : CirclePause}>{t(isHeld ? 'home.onItsWay' : 'home.notSent')}</Badge>
}
