import { useTranslation } from 'react-i18next'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { rights, type Role } from '#shared/contract/roles.ts'
import { ProfileForm, type ProfileValues, profileDraft, profileFields } from './profile-form.tsx'

type ProfileDialogProps = {
  user: { userId: number; role: Role }
  onChangePassword: () => void
  /** Opens the authenticator dialog; only for administrators. */
  onAuthenticator: (() => void) | undefined
  onClose: () => void
}

/** The reader's own profile, over the page it was opened from. */
export function ProfileDialog({ user, onChangePassword, onAuthenticator, onClose }: ProfileDialogProps) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  // Always fresh from the server: it may have been changed elsewhere.
  const profile = trpc.currentUser.profile.useQuery(undefined, { gcTime: 0, refetchOnReconnect: false })
  const save = trpc.currentUser.saveProfile.useMutation({ meta: { handled: true } })

  const drop = trpc.currentUser.dropPendingEmail.useMutation()
  const dropEmail = async () => {
    if (drop.isPending) return
    const { content } = await drop.mutateAsync()
    // Only the pending email: the rest of the form may have been edited.
    utils.currentUser.profile.setData(undefined, (known) => known && { content: { ...known.content, ...content } })
    showToast(t('profile.dropped'))
  }

  const leave = () => {
    dropDraft(profileDraft)
    onClose()
  }
  const onSubmit = (details: ProfileValues) =>
    submit(
      async () => {
        const { message } = await save.mutateAsync(details)
        leave()
        void utils.currentUser.loginStatus.invalidate()
        if (message) await showMessage('OK', message)
      },
      { fields: profileFields },
    )

  if (profile.data) {
    return (
      <ProfileForm
        profile={profile.data.content}
        needed={rights[user.role].controlPanel ? 'name and email' : 'everything'}
        userId={user.userId}
        onSubmit={onSubmit}
        onDropEmail={() => void dropEmail()}
        droppingEmail={drop.isPending}
        onChangePassword={onChangePassword}
        onAuthenticator={onAuthenticator}
        onClose={leave}
      />
    )
  }
  return (
    <Dialog open onClose={onClose} title={t('profile.title')}>
      <LoadingOrFailed query={profile} loading={t('profile.loading')} lines={12} />
    </Dialog>
  )
}
