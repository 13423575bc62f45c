import { useTranslation } from 'react-i18next'
import { PageFrame } from '#client/components/layout/page-frame.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'

/** Shown while a page's script or the session loads, after a delay of 300 ms. */
export function PageLoading() {
  const { t } = useTranslation()
  return (
    <PageFrame>
      <Skeleton label={t('app.loading')} lines={8} />
    </PageFrame>
  )
}
