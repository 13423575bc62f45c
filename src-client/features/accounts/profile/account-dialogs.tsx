import { lazy, Suspense, useEffect, useRef } from 'react'
import { loadCodeTexts } from '#client/lib/i18n/i18n.ts'
import { accountDialog } from '#client/lib/navigation.ts'
import { logOut } from '#client/lib/session/session.ts'
import { useQueryParams } from '#client/lib/use-query-params.ts'
import { rights, type Role } from '#shared/contract/roles.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ProfileDialog } from './profile-dialog.tsx'

const AuthenticatorDialog = lazy(async () => {
  await loadCodeTexts()
  return { default: (await import('../second-factor/authenticator-dialog.tsx')).AuthenticatorDialog }
})

/** 'Log out' on the server's own pages leads here (src-server/http/pages/kit/layout.ts), where it asks first. */
function AskLogOut({ onAnswered }: { onAnswered: () => void }) {
  const answered = useRef(onAnswered)
  useEffect(() => {
    answered.current()
    void logOut()
  }, [])
  return null
}

/**
 * Profile, Change Password or, for administrators, Authenticator App, over any page. The address names the open one.
 */
export function AccountDialogs({ user }: { user: { userId: number; role: Role } }) {
  const { query, change } = useQueryParams()
  const open = query.get(accountDialog)
  const show = (dialog: 'profile' | 'password' | 'authenticator' | '') => change({ [accountDialog]: dialog })
  if (open === 'logOut') return <AskLogOut onAnswered={() => show('')} />
  if (!rights[user.role].ownProfile) return null
  if (open === 'password') return <PasswordDialog onBack={() => show('profile')} onClose={() => show('')} />
  const administrator = rights[user.role].controlPanel
  if (open === 'authenticator' && administrator) {
    return (
      <Suspense>
        <AuthenticatorDialog onBack={() => show('profile')} onClose={() => show('')} />
      </Suspense>
    )
  }
  if (open === 'profile') {
    return (
      <ProfileDialog
        user={user}
        onChangePassword={() => show('password')}
        onAuthenticator={administrator ? () => show('authenticator') : undefined}
        onClose={() => show('')}
      />
    )
  }
  return null
}
