import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { homePath } from '#client/lib/navigation.ts'
import { MatchingRule } from './matching-rule.tsx'

/** /howWeMatch: how names are matched, for everyone, to read or print. */
export function MatchingHelpPage() {
  const { t } = useTranslation()
  return (
    <ResidentPage narrow>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-form gap-2">
          <PageTitle title={t('matching.helpTitle')} />
          <p className="text-lg text-muted-foreground">{t('matching.helpDescription')}</p>
        </div>
        <Button variant="secondary" onClick={() => print()}>
          <Printer aria-hidden />
          {t('matching.print')}
        </Button>
      </div>
      <Card className="print:shadow-none">
        <MatchingRule heading="h2" />
      </Card>
      <div className="print:hidden">
        <Button variant="secondary" asChild>
          <Link href={homePath}>{t('confirm.toAlerts')}</Link>
        </Button>
      </div>
    </ResidentPage>
  )
}
