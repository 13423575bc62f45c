import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { basePath, monitoringPath } from '#client/lib/navigation.ts'

/** A page of the control panel that links to the monitoring page, which opens in its own window. */
export function OpenMonitoringPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('monitoring.title')} />
      <Card>
        <p className="mb-4 max-w-prose">{t('monitoring.openHelp')}</p>
        <Button asChild>
          <a href={basePath() + monitoringPath} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {t('monitoring.open')}
            <span className="sr-only"> {t('panel.newWindow')}</span>
          </a>
        </Button>
      </Card>
    </>
  )
}
