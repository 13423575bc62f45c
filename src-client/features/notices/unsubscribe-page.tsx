import { Undo2 } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { NoticeLoader } from './notice-loader.tsx'
import type { NoticeView } from './notice-view.ts'

type Scope = 'all' | 'alert'

/** Unsubscribe and Undo. The page shows the notice that they return. */
function useSubscription(token: string) {
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

type PageState = {
  /** The alerts of the notice that still exist. */
  kept: NoticeView['alerts']
  unsubscribed: boolean
  alertsStopped: boolean
  stopped: Scope | undefined
  resumed: boolean
}

function pageState({ alerts, unsubscribed }: NoticeView, undone: boolean): PageState {
  // A deleted alert notifies nobody, so nobody can unsubscribe from it alone.
  const kept = alerts.filter((alert) => alert.id !== null)
  const alertsStopped = kept.length > 0 && kept.every((alert) => alert.stopped)
  const stopped: Scope | undefined = unsubscribed ? 'all' : alertsStopped ? 'alert' : undefined
  // After an undo, the page confirms it instead of asking the first question again.
  return { kept, unsubscribed, alertsStopped, stopped, resumed: undone && !stopped }
}

function pageTexts({ unsubscribed, alertsStopped, resumed }: PageState) {
  if (unsubscribed) return { title: 'stop.doneAllTitle', lead: 'stop.doneAll' } as const
  if (alertsStopped) return { title: 'stop.doneOneTitle', lead: 'stop.doneOne' } as const
  if (resumed) return { title: 'stop.undoneTitle', lead: 'stop.undone' } as const
  return { title: 'stop.title', lead: 'stop.lead' } as const
}

type ButtonsProps = { state: PageState; channel: NoticeView['channel'] } & Pick<
  ReturnType<typeof useSubscription>,
  'stopping' | 'undoing' | 'stop' | 'undo'
>

function Buttons({ state, channel, stopping, undoing, stop, undo }: ButtonsProps) {
  const { t } = useTranslation()
  const { kept, unsubscribed, stopped, resumed } = state
  return (
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
          {{ EMAIL: t('stop.all'), PHONE: t('stop.allPhone') }[channel]}
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
            <UnbrokenIds>
              {kept.length === 1 ? t('stop.one', { alert: kept[0].name }) : t('stop.many', { count: kept.length })}
            </UnbrokenIds>
          </span>
        </Button>
      )}
    </>
  )
}

/** The alerts that were unsubscribed, or those that one button would unsubscribe. */
function StoppedAlerts({ state }: { state: PageState }) {
  const { t } = useTranslation()
  const { kept, unsubscribed, alertsStopped, stopped, resumed } = state
  return (
    <>
      {!unsubscribed && alertsStopped && (
        <>
          <ul className="list-disc ps-6">
            {kept.map((alert) => (
              <li key={alert.id} className="font-semibold">
                <UnbrokenIds>{alert.name}</UnbrokenIds>
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
                <UnbrokenIds>{alert.name}</UnbrokenIds>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Unsubscribe({ token, notice }: { token: string; notice: NoticeView }) {
  const { t } = useTranslation()
  const { problem, undone, ...stopping } = useSubscription(token)
  const state = pageState(notice, undone)
  const { kept, stopped, resumed } = state
  const text = pageTexts(state)

  return (
    <OutcomePage
      done={stopped || resumed ? true : undefined}
      title={t(text.title, { count: kept.length })}
      footer={<Buttons state={state} channel={notice.channel} {...stopping} />}
    >
      {problem && <Banner tone="danger">{getErrorMessage(problem)}</Banner>}
      <p>
        <Trans i18nKey={text.lead} values={{ target: notice.target }} components={{ b: <b /> }} />
      </p>
      <StoppedAlerts state={state} />
      <p className="text-sm text-muted-foreground">{t('stop.account')}</p>
    </OutcomePage>
  )
}

/**
 * /unsubscribe/{token}: one press stops alerts to the address that got the message. Opening the page changes nothing.
 */
export function UnsubscribePage() {
  const { token = '' } = useParams()
  return <NoticeLoader token={token}>{(notice) => <Unsubscribe token={token} notice={notice} />}</NoticeLoader>
}
