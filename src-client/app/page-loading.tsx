import { useTranslation } from 'react-i18next'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'

/** While a page's script or the session is on its way; it shows after 300 ms. */
export function PageLoading() {
  const { t } = useTranslation()
  return (
    <ResidentPage>
      <Skeleton label={t('app.loading')} lines={8} />
    </ResidentPage>
  )
}
