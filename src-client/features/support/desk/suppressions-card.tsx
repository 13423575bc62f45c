import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import type { SuppressedAddress } from '#server/features/support/user-suppressions.ts'
import { SupportFacts, SupportItem, SupportList } from './support-list.tsx'

function SuppressionItem({ suppression, onUndo }: { suppression: SuppressedAddress; onUndo: () => void }) {
  const { t } = useTranslation()
  const undo = suppression.canUndo && (
    <Button
      variant="secondary"
      size="small"
      aria-label={`${t('support.stops.undo')}: ${suppression.target}`}
      onClick={onUndo}
    >
      <Undo2 aria-hidden />
      {t('support.stops.undo')}
    </Button>
  )
  return (
    <SupportItem action={undo}>
      <p>
        <b>{suppression.target}</b>
      </p>
      <p>{t('support.stops.stopped', { reason: t(`support.stops.reasons.${suppression.reason}`) })}</p>
      <p>{t(`support.stops.scopes.${suppression.scope}`)}</p>
      <SupportFacts
        facts={[
          t(suppression.own ? 'support.stops.own' : 'support.stops.everybody'),
          t('support.stops.since', { at: suppression.sinceFormatted }),
          suppression.detail,
        ]}
      />
    </SupportItem>
  )
}

/** Suppressed addresses and numbers of the user, each with the button that lifts the suppression. */
export function UserSuppressionsCard({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const list = trpc.support.stops.useQuery({ userId }, { staleTime: 0, meta: { handled: true } })
  const undo = trpc.support.undoStop.useMutation({
    onSettled: async (answer) => {
      await utils.support.stops.invalidate()
      if (answer) void showMessage('OK', answer.message ?? '')
    },
  })
  const onUndo = async ({ id, target }: SuppressedAddress) => {
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
        <SuppressionItem key={stop.id} suppression={stop} onUndo={() => void onUndo(stop)} />
      ))}
    </SupportList>
  )
}
