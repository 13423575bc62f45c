import { CircleCheck, CircleDot, CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#client/components/ui/badge.tsx'
import type { MatchGrade } from '#shared/contract/match.ts'

const looks = {
  CERTAIN: { tone: 'success', icon: CircleCheck },
  LIKELY: { tone: 'info', icon: CircleDot },
  POSSIBLE: { tone: 'neutral', icon: CircleHelp },
} as const satisfies Record<MatchGrade, object>

/** How sure a match is: icon and words. */
export function GradeBadge({ grade }: { grade: MatchGrade }) {
  const { t } = useTranslation()
  return <Badge {...looks[grade]}>{t(`record.grades.${grade}`)}</Badge>
}
