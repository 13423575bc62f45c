import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Status = { on: boolean; recoveryCodesLeft: number; demanded: boolean }

function ActiveAuthenticator({ status, onCodes }: { status: Status; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const renew = trpc.authenticator.renewRecoveryCodes.useMutation({
    onSuccess: ({ content }) => onCodes(content.recoveryCodes),
  })
  const turnOff = trpc.authenticator.turnOff.useMutation({
    onSuccess: async ({ message }) => {
      await utils.authenticator.status.invalidate()
      await showMessage('OK', message ?? '')
    },
  })
  const askRenew = async () => {
    if (await ask({ title: t('authenticator.renewQuestion'), detail: t('authenticator.renewDetail') })) renew.mutate()
  }
  const askTurnOff = async () => {
    if (await ask({ title: t('authenticator.turnOffQuestion'), detail: t('authenticator.turnOffDetail') }))
      turnOff.mutate()
  }
  return (
    <div className="grid gap-4">
      <p className="font-semibold">{t('authenticator.on')}</p>
      <p>{t('authenticator.left', { count: status.recoveryCodesLeft })}</p>
      {status.demanded && <p>{t('authenticator.staysOn')}</p>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => void askRenew()}
          busy={renew.isPending && t('authenticator.starting')}
        >
          {t('authenticator.renew')}
        </Button>
        {!status.demanded && (
          <Button
            variant="secondary"
            onClick={() => void askTurnOff()}
            busy={turnOff.isPending && t('authenticator.starting')}
          >
            {t('authenticator.turnOff')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The reader's own authenticator app: set it up, renew recovery codes, turn it off. */
export function AuthenticatorDialog({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const status = trpc.authenticator.status.useQuery(undefined, { gcTime: 0, meta: { handled: true } })
  const [codes, setCodes] = useState<string[]>()
  const show = (newCodes: string[]) => {
    setCodes(newCodes)
    void utils.authenticator.status.invalidate()
  }
  // The codes are shown only once, so an accidental Escape or Close must not lose them.
  const close = async () => {
    const sure =
      codes === undefined ||
      (await ask({
        title: t('authenticator.leaveCodes'),
        detail: t('authenticator.leaveCodesDetail'),
        yes: t('authenticator.leaveCodesYes'),
        no: t('authenticator.leaveCodesNo'),
      }))
    if (sure) onClose()
  }
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={t('authenticator.title')}
      footer={
        codes ? (
          <Button onClick={onClose}>{t('authenticator.kept')}</Button>
        ) : (
          <Button variant="quiet" className="me-auto -ms-3" onClick={onBack}>
            <ChevronLeft aria-hidden />
            {t('authenticator.back')}
          </Button>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : status.data ? (
        status.data.content.on ? (
          <ActiveAuthenticator status={status.data.content} onCodes={show} />
        ) : (
          <AuthenticatorSetup lead={t('authenticator.off')} onDone={show} />
        )
      ) : (
        <LoadingOrFailed query={status} loading={t('authenticator.loading')} lines={4} />
      )}
    </Dialog>
  )
}
