import { useTranslation } from 'react-i18next'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { UserPossibleMatchesCard } from './possible-matches-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { UserSuppressionsCard } from './suppressions-card.tsx'

/** What staff need when the user calls: messages, suppressed addresses, sessions. */
export function SupportDesk({ user }: { user: { id: number; username: string } }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('support.title')} className="grid grid-cols-[minmax(0,1fr)] gap-stack">
      <MessagesCard userId={user.id} />
      <UserPossibleMatchesCard userId={user.id} />
      <UserSuppressionsCard userId={user.id} />
      <SessionsCard user={user} />
      <AuthenticatorCard user={user} />
    </section>
  )
}
