import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { panelPath } from '#client/lib/navigation.ts'
import { settingsGroups } from '#shared/settings/groups.ts'

/** Lockout step 2: ends every user's session after a question. */
export function EndSessionsPage() {
  const { t } = useTranslation()
  const lockout = trpc.controlPanel.countyConfig.userLockout.show.useQuery(undefined, {
    gcTime: 0,
    meta: { handled: true },
  })
  const end = trpc.controlPanel.countyConfig.endUserSessions.useMutation({
    onSuccess: ({ message }) => void showMessage('OK', message ?? ''),
  })
  const inPlace = lockout.data?.content.lockoutInPlace === true
  const endThem = async () => {
    const sure = await ask({
      title: t('lockoutStep2.question'),
      detail: t('lockoutStep2.questionDetail'),
      yes: t('lockoutStep2.yes'),
    })
    if (sure) end.mutate()
  }
  return (
    <>
      <PageTitle title={t('lockoutStep2.title')} />
      <Card className="max-w-[44rem]">
        <div className="grid justify-items-start gap-4">
          <p>{t('lockoutStep2.detail')}</p>
          {lockout.error && <Banner tone="warning">{t('lockoutStep2.failed')}</Banner>}
          {lockout.data && (
            <Banner tone={inPlace ? 'info' : 'warning'}>
              <p>{t(inPlace ? 'lockoutStep2.locked' : 'lockoutStep2.open')}</p>
              <Link href={`${panelPath}/${settingsGroups.userLockout.page}`}>{t('lockoutStep2.step1')}</Link>
            </Banner>
          )}
          <Button busy={end.isPending && t('app.loading')} onClick={() => void endThem()}>
            <LogOut aria-hidden />
            {t('lockoutStep2.end')}
          </Button>
        </div>
      </Card>
    </>
  )
}
