import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { StoppedAddress } from '#server/features/support/user-suppressions.ts'
import { Button } from '#client/components/ui/button.tsx'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { SupportFacts, SupportItem, SupportList } from './support-list.tsx'

function StopItem({ stop, onUndo }: { stop: StoppedAddress; onUndo: () => void }) {
  const { t } = useTranslation()
  const undo = stop.canUndo && (
    <Button variant="secondary" size="small" aria-label={`${t('support.stops.undo')}: ${stop.target}`} onClick={onUndo}>
      <Undo2 aria-hidden />
      {t('support.stops.undo')}
    </Button>
  )
  return (
    <SupportItem act={undo}>
      <p>
        <b>{stop.target}</b>
      </p>
      <p>{t('support.stops.stopped', { reason: t(`support.stops.reasons.${stop.reason}`) })}</p>
      <p>{t(`support.stops.scopes.${stop.scope}`)}</p>
      <SupportFacts
        facts={[
          t(stop.own ? 'support.stops.own' : 'support.stops.everybody'),
          t('support.stops.since', { at: stop.sinceFormatted }),
          stop.detail,
        ]}
      />
    </SupportItem>
  )
}

/** Addresses and numbers of the user that take no messages, with Undo. */
export function StopsCard({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const list = trpc.support.stops.useQuery({ userId }, { staleTime: 0, meta: { handled: true } })
  const undo = trpc.support.undoStop.useMutation({
    onSuccess: ({ message = '' }) => showMessage('OK', message),
    onSettled: () => utils.support.stops.invalidate(),
  })
  const onUndo = async ({ id, target }: StoppedAddress) => {
    const sure = await ask({ title: t('support.stops.question', { target }), detail: t('support.stops.detail') })
    if (sure && !undo.isPending) undo.mutate({ userId, id })
  }
  return (
    <SupportList
      title={t('support.stops.title')}
      failed={t('support.stops.failed')}
      none={t('support.stops.none')}
      list={list}
      count={list.data?.content.length}
    >
      {list.data?.content.map((stop) => (
        <StopItem key={stop.id} stop={stop} onUndo={() => void onUndo(stop)} />
      ))}
    </SupportList>
  )
}
