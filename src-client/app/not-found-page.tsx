import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { CountyContact } from '#client/components/layout/county-contact.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <ResidentPage narrow>
      <PageTitle title={t('notFound.title')} />
      <Card>
        <div className="grid justify-items-start gap-4">
          <p>{t('notFound.detail')}</p>
          <Button className="max-sm:w-full" asChild>
            <Link href="/">{t('notFound.home')}</Link>
          </Button>
          <CountyContact />
        </div>
      </Card>
    </ResidentPage>
  )
}
