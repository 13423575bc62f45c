import { Undo2 } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { Outcome } from '#client/components/layout/outcome-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { WholeIds } from '#client/components/ui/unbroken-ids.tsx'
import { messageOf } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { NoticeLoader } from './notice-loader.tsx'
import type { NoticeView } from './notice-view.ts'

type Scope = 'all' | 'alert'

/** Stops and starts again; the answer is what the page then shows. */
function useStopping(token: string) {
  const utils = trpc.useUtils()
  const options = {
    meta: { handled: true },
    onSuccess: (reply: { content: NoticeView }) => utils.notices.show.setData({ token }, reply),
  }
  const stop = trpc.notices.unsubscribe.useMutation(options)
  const undo = trpc.notices.resubscribe.useMutation(options)
  const busy = stop.isPending || undo.isPending
  return {
    problem: stop.error ?? undo.error,
    stopping: stop.isPending ? stop.variables.scope : undefined,
    undoing: undo.isPending,
    undone: undo.isSuccess,
    stop: (scope: Scope) => !busy && stop.mutate({ token, scope }),
    undo: (scope: Scope) => !busy && undo.mutate({ token, scope }),
  }
}

function Unsubscribe({ token, notice }: { token: string; notice: NoticeView }) {
  const { t } = useTranslation()
  const { problem, stopping, undoing, undone, stop, undo } = useStopping(token)
  const { target, alerts, unsubscribed } = notice
  // An alert that is gone tells nobody, so it cannot be stopped by itself.
  const kept = alerts.filter((alert) => alert.id !== null)
  const oneStopped = kept.length > 0 && kept.every((alert) => alert.stopped)
  const stopped: Scope | undefined = unsubscribed ? 'all' : oneStopped ? 'alert' : undefined
  // Who took it back sees that it was heard, not the question they began with.
  const resumed = undone && !stopped
  const lead = unsubscribed ? 'stop.doneAll' : oneStopped ? 'stop.doneOne' : resumed ? 'stop.undone' : 'stop.lead'
  const title = unsubscribed
    ? 'stop.doneAllTitle'
    : oneStopped
      ? 'stop.doneOneTitle'
      : resumed
        ? 'stop.undoneTitle'
        : 'stop.title'

  return (
    <Outcome
      done={stopped || resumed ? true : undefined}
      title={t(title, { count: kept.length })}
      foot={
        <>
          {stopped && (
            <Button variant="secondary" busy={undoing && t('stop.undoing')} onClick={() => undo(stopped)}>
              <Undo2 aria-hidden />
              {t('stop.undo')}
            </Button>
          )}
          {!unsubscribed && (
            <Button
              variant={stopped || resumed ? 'secondary' : 'primary'}
              busy={stopping === 'all' && t('stop.stopping')}
              onClick={() => stop('all')}
            >
              {notice.channel === 'EMAIL' ? t('stop.all') : t('stop.allPhone')}
            </Button>
          )}
          {!stopped && kept[0] && (
            <Button
              variant="secondary"
              className="wrap-anywhere"
              busy={stopping === 'alert' && t('stop.stopping')}
              onClick={() => stop('alert')}
            >
              <span className="min-w-0">
                <WholeIds>
                  {kept.length === 1 ? t('stop.one', { alert: kept[0].name }) : t('stop.many', { count: kept.length })}
                </WholeIds>
              </span>
            </Button>
          )}
        </>
      }
    >
      {problem && <Banner tone="danger">{messageOf(problem)}</Banner>}
      <p>
        <Trans i18nKey={lead} values={{ target }} components={{ b: <b /> }} />
      </p>
      {!unsubscribed && oneStopped && (
        <>
          <ul className="list-disc ps-6">
            {kept.map((alert) => (
              <li key={alert.id} className="font-semibold">
                <WholeIds>{alert.name}</WholeIds>
              </li>
            ))}
          </ul>
          <p>{t('stop.others')}</p>
        </>
      )}
      {kept.length > 1 && !stopped && !resumed && (
        <>
          <p>{t('stop.about')}</p>
          <ul className="list-disc ps-6">
            {kept.map((alert) => (
              <li key={alert.id}>
                <WholeIds>{alert.name}</WholeIds>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="text-sm text-muted-foreground">{t('stop.account')}</p>
    </Outcome>
  )
}

/** /unsubscribe/{token}: a press stops alerts to the address that the message went to. Opening it changes nothing. */
export function UnsubscribePage() {
  const { token = '' } = useParams()
  return <NoticeLoader token={token}>{(notice) => <Unsubscribe token={token} notice={notice} />}</NoticeLoader>
}
