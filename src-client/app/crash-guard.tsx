import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { logWarning } from '#client/lib/log.ts'

type CrashGuardProps = {
  /** Something around it has the page's `<main>` already. */
  inFrame?: boolean
  children: ReactNode
}

/** Stands in for a page that failed while it was drawn, or whose script could not be loaded. A class: React has no other way. */
export class CrashGuard extends Component<CrashGuardProps, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch(error: unknown) {
    logWarning('A page failed.', error)
  }

  override render() {
    const { inFrame, children } = this.props
    if (!this.state.crashed) return children
    return inFrame ? (
      <Crashed />
    ) : (
      <ResidentPage>
        <Crashed />
      </ResidentPage>
    )
  }
}

function Crashed() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('errors.page')} />
      <Banner tone="danger">
        <p>{t('errors.unexpected')}</p>
      </Banner>
      <p>{t('errors.pageDetail')}</p>
      <div>
        <Button onClick={() => location.reload()}>{t('errors.reload')}</Button>
      </div>
    </>
  )
}
