import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CountyContact } from '#client/components/layout/county-contact.tsx'
import { PageFrame } from '#client/components/layout/page-frame.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { logWarning } from '#client/lib/log.ts'

type CrashGuardProps = {
  /** True inside a frame that already has the page's `<main>`. */
  inFrame?: boolean
  children: ReactNode
}

/**
 * Replaces a page that failed to render or whose script failed to load. A class component, because React offers no hook
 * for this.
 */
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
      <PageFrame>
        <Crashed />
      </PageFrame>
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
      <CountyContact />
      <div>
        <Button onClick={() => location.reload()}>{t('errors.reload')}</Button>
      </div>
    </>
  )
}
