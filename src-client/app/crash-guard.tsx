import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { logWarning } from '#client/lib/log.ts'

/** Stands in for a page that failed while it was drawn, or whose script could not be loaded. A class: React has no other way. */
export class CrashGuard extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch(error: unknown) {
    logWarning('A page failed.', error)
  }

  override render() {
    return this.state.crashed ? <CrashPage /> : this.props.children
  }
}

function CrashPage() {
  const { t } = useTranslation()
  return (
    <ResidentPage>
      <PageTitle title={t('errors.page')} />
      <Banner tone="danger">
        <p>{t('errors.unexpected')}</p>
      </Banner>
      <p>{t('errors.pageDetail')}</p>
      <div>
        <Button onClick={() => location.reload()}>{t('errors.reload')}</Button>
      </div>
    </ResidentPage>
  )
}
