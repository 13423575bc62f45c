import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { EnrollmentProof } from './enrollment-proof.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

function FirstSetup({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const { t } = useTranslation()
  const status = trpc.authenticator.status.useQuery(undefined, { staleTime: 0, meta: { handled: true } })
  if (status.error) return <Banner tone="danger">{getErrorMessage(status.error)}</Banner>
  if (!status.data) return <output>{t('authenticator.loading')}</output>
  if (status.data.content.proofNeeded) return <EnrollmentProof />
  return <AuthenticatorSetup lead={t('authenticator.demanded')} onDone={onDone} />
}

/**
 * Replaces every page while the county requires an authenticator app and the administrator has none. The requested page
 * follows.
 */
export function AuthenticatorPage() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [codes, setCodes] = useState<string[]>()
  return (
    <ResidentPage narrow>
      <div className="grid max-w-form gap-4 rounded-lg border border-border bg-card p-card shadow-card">
        <PageTitle title={t('authenticator.title')} />
        {codes ? (
          <>
            <RecoveryCodes codes={codes} />
            <Button className="justify-self-start" onClick={() => void utils.invalidate()}>
              {t('authenticator.kept')}
            </Button>
          </>
        ) : (
          <FirstSetup onDone={setCodes} />
        )}
      </div>
    </ResidentPage>
  )
}
