import { CircleCheck, CirclePause, CircleX, Clock, Copy, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PlaceName } from '#client/components/record/place-name.tsx'
import { Badge } from '#client/components/ui/badge.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Disclosure } from '#client/components/ui/disclosure.tsx'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import type { UserMessage } from '#server/features/support/user-messages.ts'
import { enPanelUsers } from '#shared/texts/en/panel-users.ts'
import { ResidentAnswer, SupportFacts, SupportItem, SupportList } from './support-list.tsx'

const badgeByState = {
  held: { tone: 'warning', icon: CirclePause },
  waiting: { tone: 'warning', icon: Clock },
  in_doubt: { tone: 'warning', icon: Clock },
  accepted: { tone: 'success', icon: CircleCheck },
  delivered: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  cancelled: { tone: 'neutral', icon: CirclePause },
  unsent: { tone: 'warning', icon: CircleX },
} as const satisfies Record<UserMessage['state'], unknown>

type MessageKind = keyof typeof enPanelUsers.support.messages.whats
const toMessageKind = (what: string): MessageKind =>
  what in enPanelUsers.support.messages.whats ? (what as MessageKind) : 'other'

/** Failed messages can be resent; alerts also after any other final state. */
const canResend = ({ state, what }: UserMessage): boolean =>
  state === 'failed' || (what === 'match' && (state === 'cancelled' || state === 'accepted' || state === 'delivered'))

function MessageItem({ message, onResend }: { message: UserMessage; onResend: () => void }) {
  const { t } = useTranslation()
  const { state, reason, channel, target, possiblyTwice, insteadOfText, answer, earlierAnswer } = message
  const what = t(`support.messages.whats.${toMessageKind(message.what)}`, { document: message.documentId })
  const again = canResend(message) && (
    <Button variant="secondary" size="small" aria-label={`${t('support.messages.again')}: ${what}`} onClick={onResend}>
      <RotateCcw aria-hidden />
      {t('support.messages.again')}
    </Button>
  )
  return (
    <SupportItem action={again}>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <b>{what}</b>
        <Badge {...badgeByState[state]}>{t(`support.messages.states.${state}`)}</Badge>
        {possiblyTwice && (
          <Badge tone="warning" icon={Copy}>
            {t('support.messages.twice')}
          </Badge>
        )}
        {answer && <ResidentAnswer answer={answer} />}
      </p>
      <PlaceName record={message} />
      <p>{t(`support.messages.to.${channel}`, { target })}</p>
      {reason && <p className="font-semibold">{reason}</p>}
      {insteadOfText && <p>{t('support.messages.instead')}</p>}
      {earlierAnswer && (
        <Disclosure summary={t('support.messages.earlier')}>
          <p>{t(`support.messages.answers.${earlierAnswer}`)}</p>
        </Disclosure>
      )}
      <SupportFacts
        facts={[
          t(`support.messages.${state === 'unsent' ? 'matched' : 'asked'}`, { at: message.createdFormatted }),
          message.sentFormatted && t('support.messages.sent', { at: message.sentFormatted }),
          message.nextTryFormatted && t('support.messages.next', { at: message.nextTryFormatted }),
        ]}
      />
    </SupportItem>
  )
}

/** The user's messages with their states. Failed messages, and alerts in any final state, can be resent. */
export function MessagesCard({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const { page, hrefFor } = usePageParam('messages')
  const list = trpc.support.messages.useQuery({ userId, page }, listOptions)
  const again = trpc.support.sendAgain.useMutation({
    onSettled: async (answer) => {
      await utils.support.messages.invalidate()
      if (answer) void showMessage('OK', answer.message ?? '')
    },
  })
  const resend = async ({ id, state, target }: UserMessage) => {
    if (again.isPending) return
    const before = state === 'accepted' || state === 'delivered' ? state : null
    const sure =
      before === null ||
      (await ask({
        title: t(`support.messages.repeat.${before}`, { target }),
        detail: t('support.messages.repeatDetail'),
        yes: t('support.messages.again'),
      }))
    if (sure) again.mutate({ userId, noticeId: id, evenIfSent: before !== null })
  }
  const content = list.data?.content
  return (
    <SupportList
      title={t('support.messages.title')}
      failed={t('support.messages.failed')}
      none={t('support.messages.none')}
      list={list}
      count={content?.messages.length}
      pages={{ page, total: content?.total ?? 0, hrefFor }}
    >
      {content?.messages.map((message) => (
        <MessageItem key={message.id} message={message} onResend={() => void resend(message)} />
      ))}
    </SupportList>
  )
}
