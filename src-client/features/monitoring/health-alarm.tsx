import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Banner } from '#client/components/ui/banner.tsx'
import { monitoringPath } from '#client/lib/navigation.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import { rights } from '#shared/contract/roles.ts'
import { type Health, keepsTrying } from '#shared/domain/monitoring/health.ts'
import { useHealthProblemTexts } from './health-problem-texts.ts'

/** Shown above every page of the panel while something needs attention: the county's staff have no monitoring page. */
export function HealthAlarm({ health }: { health: Health | undefined }) {
  const { t } = useTranslation()
  const getProblemText = useHealthProblemTexts()
  const role = useCurrentUser().data?.content.role ?? 'GUEST'
  if (health?.tone !== 'danger') return null
  return (
    <Banner tone="danger" className="print:hidden">
      <p className="font-bold">
        {t('monitoring.health.danger', { problems: health.problems.map(getProblemText).join('; ') })}
      </p>
      <p>
        {rights[role].technical ? (
          <Link href={monitoringPath} target="_blank">
            {t('monitoring.open')}
          </Link>
        ) : (
          t(keepsTrying(health) ? 'panel.healthTrying' : 'panel.healthCall')
        )}
      </p>
    </Banner>
  )
}
