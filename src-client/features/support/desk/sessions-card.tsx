import { LogOut, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#client/components/ui/badge.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import type { UserSession } from '#server/features/support/user-sessions.ts'
import { browserIn } from './browser-name.ts'
import { SupportFacts, SupportItem, SupportList } from './support-list.tsx'

function useBrowserName() {
  const { t } = useTranslation()
  return (userAgent: string) => {
    const { browser, system } = browserIn(userAgent)
    if (browser && system) return t('support.sessions.browserOn', { browser, system })
    return browser ?? system ?? t('support.sessions.unknown')
  }
}

function SessionItem({ session, onEnd }: { session: UserSession; onEnd: () => void }) {
  const { t } = useTranslation()
  const name = useBrowserName()(session.userAgent)
  const end = !session.current && (
    <Button variant="secondary" size="small" aria-label={`${t('support.sessions.end')}: ${name}`} onClick={onEnd}>
      <LogOut aria-hidden />
      {t('support.sessions.end')}
    </Button>
  )
  return (
    <SupportItem action={end}>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <b>{name}</b>
        {session.current && (
          <Badge tone="info" icon={User}>
            {t('support.sessions.current')}
          </Badge>
        )}
      </p>
      <SupportFacts
        facts={[
          t('support.sessions.begun', { at: session.startedFormatted }),
          t('support.sessions.seen', { at: session.lastSeenFormatted }),
          session.address && t('support.sessions.address', { address: session.address }),
        ]}
      />
    </SupportItem>
  )
}

/** The user's sessions, with End for one or all of them. */
export function SessionsCard({ user }: { user: { id: number; username: string } }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const { id: userId, username } = user
  const list = trpc.support.sessions.useQuery({ userId }, { staleTime: 0, meta: { handled: true } })
  const end = trpc.support.endSessions.useMutation({
    onSettled: async (answer) => {
      await utils.support.sessions.invalidate()
      if (answer) void showMessage('OK', answer.message ?? '')
    },
  })
  const sessions = list.data?.content
  const onEnd = async (sessionId: string | null) => {
    const title =
      sessionId === null ? t('support.sessions.endAllQuestion', { username }) : t('support.sessions.endQuestion')
    if ((await ask({ title, detail: t('support.sessions.endDetail') })) && !end.isPending)
      end.mutate({ userId, sessionId })
  }
  return (
    <SupportList
      title={t('support.sessions.title')}
      failed={t('support.sessions.failed')}
      none={t('support.sessions.none')}
      list={list}
      count={sessions?.length}
      aside={
        sessions?.some(({ current }) => !current) && (
          <Button variant="secondary" size="small" onClick={() => void onEnd(null)}>
            <LogOut aria-hidden />
            {t('support.sessions.endAll')}
          </Button>
        )
      }
    >
      {sessions?.map((session) => (
        <SessionItem key={session.id} session={session} onEnd={() => void onEnd(session.id)} />
      ))}
    </SupportList>
  )
}
