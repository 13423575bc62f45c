import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { useLiveQuery } from '#client/lib/api/live-query.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'

const everyMs = 15_000

/** Why messages failed, with counts; all messages of one reason, or all, are resent with one question. */
export function FailedReasons() {
  const { t } = useTranslation()
  const { data } = trpc.monitoring.failedReasons.useQuery(undefined, useLiveQuery(everyMs))
  const { sendAgain: resend, isSending } = useResendFailed()
  if (!data || data.content.total < 2) return null
  const { reasons, total, until } = data.content
  const labels = { all: t('monitoring.failedList.sendAll', { count: total }), busy: t('monitoring.failedList.sending') }
  return (
    <Card className="grid gap-3">
      <ul aria-label={t('monitoring.failedList.reasons')} className="grid divide-y divide-border">
        {reasons.map(({ reason, count }) => (
          <li key={reason} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
              <b className="tabular-nums">{count}</b> · {reason}
            </span>
            {reasons.length > 1 && (
              <Button
                variant="secondary"
                size="small"
                aria-label={`${t('monitoring.failedList.sendThese', { count })}: ${reason}`}
                busy={isSending(reason) && labels.busy}
                onClick={() =>
                  void resend({
                    title: t('monitoring.failedList.questionThese', { count }),
                    detail: `${reason} ${t('monitoring.failedList.questionDetail')}`,
                    yes: t('monitoring.failedList.sendThese', { count }),
                    input: { reason, until },
                  })
                }
              >
                {t('monitoring.failedList.sendThese', { count })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button
          busy={isSending(null) && labels.busy}
          onClick={() =>
            void resend({
              title: t('monitoring.failedList.questionAll', { count: total }),
              detail: t('monitoring.failedList.questionDetail'),
              yes: labels.all,
              input: { reason: null, until },
            })
          }
        >
          <Send aria-hidden className="size-5" />
          {labels.all}
        </Button>
      </div>
    </Card>
  )
}

type Asked = {
  title: string
  detail: string
  yes: string
  /** `until`: only messages that failed by then, which are the ones the page shows. */
  input: { reason: string | null; until: string }
}

function useResendFailed() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const again = trpc.monitoring.sendFailedAgain.useMutation({
    onSuccess: ({ content: { sent } }) => showToast(t('monitoring.failedList.sentMany', { count: sent })),
    onSettled: () => utils.monitoring.invalidate(),
  })
  return {
    isSending: (reason: string | null) => again.isPending && again.variables.reason === reason,
    sendAgain: async ({ title, detail, yes, input }: Asked) => {
      if (!again.isPending && (await ask({ title, detail, yes }))) again.mutate(input)
    },
  }
}
