import { CircleCheck, Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { refreshThenShow } from '#client/lib/api/refresh-then-show.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { ManagedUser } from '#shared/contract/user-manager.ts'
import { useUserActions } from './use-user-actions.ts'

/** Another reason, other than the password, why the user cannot log in, with the button that fixes it. */
export function StatusBanner({ user }: { user: ManagedUser }) {
  const { t } = useTranslation()
  const actions = useUserActions()
  if (user.status === 'A') return null
  return (
    <Banner tone={user.status === 'L' ? 'info' : 'warning'}>
      <div className="grid justify-items-start gap-3">
        <p>{t(`userPassword.status.${user.status}`)}</p>
        {user.status !== 'L' && (
          <Button variant="secondary" size="small" onClick={() => void actions.toggle(user)}>
            <CircleCheck aria-hidden />
            {t('users.activate')}
          </Button>
        )}
      </div>
    </Banner>
  )
}

/** Emails a link, so that no one has to read a password aloud. */
export function ResetLinkCard({ user }: { user: ManagedUser }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const send = trpc.userManager.sendResetLink.useMutation(refreshThenShow(() => utils.support.invalidate()))
  if (user.email === '' || user.status === 'I') return null
  return (
    <Card title={t('userPassword.link.title')}>
      <div className="grid max-w-form justify-items-start gap-4">
        <p className="wrap-anywhere">{t('userPassword.link.lead', { email: user.email })}</p>
        <Button
          variant="secondary"
          busy={send.isPending && t('form.saving')}
          onClick={() => !send.isPending && send.mutate({ userId: user.id })}
        >
          <Mail aria-hidden />
          {t('userPassword.link.send')}
        </Button>
      </div>
    </Card>
  )
}
