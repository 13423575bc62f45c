import { KeyRound, ShieldOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'

/** For an administrator who lost phone and recovery codes; hidden unless they log in with an authenticator app. */
export function AuthenticatorCard({ user }: { user: { id: number; username: string } }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const { id: userId, username } = user
  const status = trpc.authenticator.of.useQuery({ userId }, { staleTime: 0, meta: { handled: true } })
  const isOwn = useCurrentUser().data?.content.userId === userId
  const reset = trpc.authenticator.reset.useMutation({
    onSuccess: async ({ message = '' }) => {
      await Promise.all([utils.authenticator.of.invalidate(), utils.support.sessions.invalidate()])
      await showMessage('OK', message)
    },
  })
  const askReset = async () => {
    const title = t('support.authenticator.question', { username })
    if (await ask({ title, detail: t('support.authenticator.questionDetail') })) reset.mutate({ userId })
  }
  // Administrators turn off their own in the profile, with a code.
  if (isOwn) return null
  if (status.data?.content.codeNeeded) return <EnrollmentCode user={user} />
  if (!status.data?.content.on) return null
  return (
    <Card title={t('support.authenticator.title')}>
      <div className="grid justify-items-start gap-3">
        <p>{t('support.authenticator.detail')}</p>
        <Button
          variant="secondary"
          size="small"
          busy={reset.isPending && t('app.loading')}
          onClick={() => void askReset()}
        >
          <ShieldOff aria-hidden />
          {t('support.authenticator.reset')}
        </Button>
      </div>
    </Card>
  )
}

/** A new administrator, and one whose app was reset, needs a code to set up the next. */
function EnrollmentCode({ user: { id: userId, username } }: { user: { id: number; username: string } }) {
  const { t } = useTranslation()
  const show = trpc.authenticator.showCode.useMutation()
  const made = show.data?.content
  return (
    <Card title={t('support.authenticator.title')}>
      <div className="grid justify-items-start gap-3">
        <p>{t('support.authenticator.codeDetail')}</p>
        {made && (
          <output className="grid gap-1">
            <span className="text-lg font-semibold tabular-nums wrap-anywhere">
              {t('support.authenticator.code', { username, code: made.code })}
            </span>
            <span>{t('support.authenticator.codeUse', { count: made.days })}</span>
          </output>
        )}
        <Button
          variant="secondary"
          size="small"
          busy={show.isPending && t('app.loading')}
          onClick={() => show.mutate({ userId })}
        >
          <KeyRound aria-hidden />
          {t('support.authenticator.showCode')}
        </Button>
      </div>
    </Card>
  )
}
