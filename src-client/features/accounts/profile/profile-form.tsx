import { KeyRound, ShieldCheck } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FormDialog } from '#client/components/form/form-dialog.tsx'
import { RestoredDraftBanner } from '#client/components/form/restored-draft-banner.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { useFormDraft } from '#client/components/form/use-form-draft.ts'
import { MoveAlerts } from '#client/components/person/move-alerts.tsx'
import {
  AddressFields,
  CompanyField,
  EmailField,
  NameFields,
  PhoneFields,
} from '#client/components/person/person-fields.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { type Profile, profileInput } from '#shared/contract/account.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { detailsProblems, type RequiredDetails } from '#shared/domain/user/user.ts'

const schema = profileInput.omit({
  username: true,
  pendingEmail: true,
  alertsByEmail: true,
  alertsByPhone: true,
  version: true,
})

export const profileFields = Object.keys(schema.shape)
/** The name of the profile's draft (drafts.ts). */
export const profileDraft = 'profile'

export type ProfileValues = z.output<typeof schema>

type ProfileFormProps = {
  profile: Profile
  /** Residents fill in everything, staff a name and an email. */
  needed: RequiredDetails
  userId: number
  onSubmit: (details: ProfileValues) => Promise<FieldProblems | void>
  /** Keeps the old email and drops the new one. */
  onDropEmail: () => void
  droppingEmail: boolean
  onChangePassword: () => void
  onAuthenticator?: (() => void) | undefined
  onClose: () => void
}

function SecurityLinks({
  onChangePassword,
  onAuthenticator,
}: Pick<ProfileFormProps, 'onChangePassword' | 'onAuthenticator'>) {
  const { t } = useTranslation()
  return (
    <div className="me-auto -ms-3 flex flex-wrap">
      <Button variant="quiet" onClick={onChangePassword}>
        <KeyRound aria-hidden />
        {t('profile.changePassword')}
      </Button>
      {onAuthenticator && (
        <Button variant="quiet" onClick={onAuthenticator}>
          <ShieldCheck aria-hidden />
          {t('profile.authenticator')}
        </Button>
      )}
    </div>
  )
}

/** The new email that still needs confirmation, and the way to keep the old one. */
function PendingEmail({ email, dropping, onDrop }: { email: string; dropping: boolean; onDrop: () => void }) {
  const { t } = useTranslation()
  return (
    <Banner tone="warning" className="wrap-anywhere">
      <p>
        <Trans i18nKey="profile.waiting" values={{ email }} components={{ b: <b /> }} />
      </p>
      <Button
        variant="secondary"
        size="small"
        className="mt-2"
        onClick={onDrop}
        busy={dropping && t('profile.dropping')}
      >
        {t('profile.drop')}
      </Button>
    </Banner>
  )
}

/** The reader's own details, in the profile dialog. */
export function ProfileForm({
  profile,
  needed,
  userId,
  onSubmit,
  onDropEmail,
  droppingEmail,
  onChangePassword,
  onAuthenticator,
  onClose,
}: ProfileFormProps) {
  const { t } = useTranslation()
  const { username, pendingEmail, alertsByEmail, alertsByPhone, ...details } = profile
  const form = useAppForm<z.input<typeof schema>, ProfileValues>({
    schema,
    rule: (values) => detailsProblems(values, needed),
    defaultValues: { ...details, moveAlerts: true, moveTexts: false },
  })
  const draft = useFormDraft(form, profileDraft, userId)
  return (
    <FormDialog
      form={form}
      title={t('profile.title')}
      description={t('profile.description', { username })}
      submit={t('profile.update')}
      actions={<SecurityLinks onChangePassword={onChangePassword} onAuthenticator={onAuthenticator} />}
      onSubmit={onSubmit}
      onClose={onClose}
      className="gap-5"
    >
      {draft.hasDraft && <RestoredDraftBanner text={t('account.kept')} onStartOver={draft.startOver} />}
      <NameFields />
      <EmailField label={t('account.email')} help={t('profile.emailHelp')} />
      <MoveAlerts channel="EMAIL" current={profile.email} alerts={alertsByEmail} />
      {pendingEmail && <PendingEmail email={pendingEmail} dropping={droppingEmail} onDrop={onDropEmail} />}
      <CompanyField />
      <AddressFields needed={needed} />
      <PhoneFields needed={needed} />
      <MoveAlerts channel="PHONE" current={profile.phone} alerts={alertsByPhone} />
    </FormDialog>
  )
}
