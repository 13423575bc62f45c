import { rights, type Role } from '#shared/contract/roles.ts'
import { accountDialog } from '#client/lib/navigation.ts'
import { useQueryPart } from '#client/lib/use-query-part.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ProfileDialog } from './profile-dialog.tsx'

/** Profile or Change Password, over any page: the address names the one that is open. */
export function AccountDialogs({ user }: { user: { userId: number; role: Role } }) {
  const { query, change } = useQueryPart()
  const open = query.get(accountDialog)
  const show = (dialog: 'profile' | 'password' | '') => change({ [accountDialog]: dialog })
  if (!rights[user.role].ownProfile) return null
  if (open === 'password') return <PasswordDialog onBack={() => show('profile')} onClose={() => show('')} />
  if (open === 'profile') {
    return <ProfileDialog user={user} onChangePassword={() => show('password')} onClose={() => show('')} />
  }
  return null
}
