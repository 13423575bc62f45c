import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { HeldCard } from './held-card.tsx'
import { WithheldCard } from './withheld-card.tsx'

/** What waits for a decision of staff, for every administrator; the Feeds page shows the same to the provider. */
export function HeldNoticesPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('feeds.held.title')} />
      <HeldCard title={t('feeds.held.flood')} />
      <WithheldCard />
    </>
  )
}
