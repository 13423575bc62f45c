import { type Html, html } from '#shared/node/platform/html.ts'
import type { PageView } from './kit/layout.ts'
import { badLinkPage, nameList, outcomePage, paragraph, smallPrint } from './kit/outcome.ts'
import { attempt, type LinkPage, type PageRequest, type PlainAnswer } from './kit/page-routes.ts'
import { form, hidden, submitButton } from './kit/parts.ts'

type Call = PageRequest['call']['notices']
type Notice = Awaited<ReturnType<Call['show']>>['content']
type Scope = Parameters<Call['unsubscribe']>[0]['scope']

/**
 * /unsubscribe/{token}: a press of its button stops alerts to the address that got the message. Opening the page
 * changes nothing. In the weekly email of possible matches, the link ends that email alone.
 */
export const unsubscribePage: LinkPage = {
  path: '/unsubscribe',
  show: async (on) => unsubscribeView(on, await attempt(() => on.call.notices.show({ token: on.token })), false),
  submit: async (on) => {
    const { token, form: sent } = on
    const scope = (['alert', 'weekly'] as const).find((name) => name === sent.get('scope')) ?? 'all'
    const isUndo = sent.get('undo') !== null
    const { unsubscribe, resubscribe } = on.call.notices
    const outcome = await attempt(() => (isUndo ? resubscribe({ token, scope }) : unsubscribe({ token, scope })))
    return unsubscribeView(on, outcome, isUndo)
  },
  answerProgram,
}

/**
 * One click in a mail program (RFC 8058): it posts `List-Unsubscribe=One-Click` to the link itself, as a form or a
 * multipart body, without a login or cookies; the signed token is the proof.
 */
async function answerProgram({ token, call, form: sent }: PageRequest, body: string): Promise<PlainAnswer | undefined> {
  if (sent.has('scope')) return undefined
  // Any other body came neither from a mail program nor from our page, so it unsubscribes no one.
  if (!body.includes('List-Unsubscribe') || !body.includes('One-Click'))
    return { status: 400, message: 'Please use the Unsubscribe button on the page behind this link.' }
  const { refused } = await attempt(async () => {
    const { content } = await call.notices.show({ token })
    return call.notices.unsubscribe({ token, scope: content.weekly ? 'weekly' : 'all' })
  })
  return refused ? { status: 404, message: refused.message } : { status: 200, message: 'Unsubscribed.' }
}

type PageState = {
  /** The alerts of the notice that still exist. */
  kept: Notice['alerts']
  unsubscribed: boolean
  alertsStopped: boolean
  stopped: Scope | undefined
  resumed: boolean
}

function pageState({ alerts, unsubscribed }: Notice, undone: boolean): PageState {
  // A deleted alert sends no notices, so there is nothing to unsubscribe from.
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

function unsubscribeView(
  on: PageRequest,
  { content: notice, refused }: Awaited<ReturnType<typeof attempt<Notice>>>,
  undone: boolean,
): PageView {
  if (refused) return badLinkPage(on, refused.message)
  if (notice.weekly) return weeklyView(on, { ...notice, weekly: notice.weekly }, undone)
  const { t, plain } = on.texts
  const state = pageState(notice, undone)
  const text = pageTexts(state)
  return outcomePage(on, {
    ...(state.stopped || state.resumed ? { done: true } : {}),
    title: plain(text.title, { count: state.kept.length }),
    body: html`${paragraph(t(text.lead, { target: notice.target }))}${stoppedAlerts(on, state)}
    ${smallPrint(t('stop.account'))}`,
    footer: buttons(on, state, notice.channel),
  })
}

/** The page of a weekly email's link: ends that email, or all alerts to the address. */
function weeklyView(
  on: PageRequest,
  { weekly, unsubscribed, target }: Notice & { weekly: { unsubscribed: boolean } },
  undone: boolean,
): PageView {
  const { t, plain } = on.texts
  const stopped: Scope | undefined = unsubscribed ? 'all' : weekly.unsubscribed ? 'weekly' : undefined
  const state = stopped ?? (undone ? 'undone' : 'asked')
  const { title, lead, note } = (
    {
      all: { title: 'stop.doneAllTitle', lead: 'stop.doneAll', note: 'stop.account' },
      weekly: { title: 'stop.weekly.doneTitle', lead: 'stop.weekly.done', note: 'stop.weekly.again' },
      undone: { title: 'stop.weekly.undoneTitle', lead: 'stop.weekly.undone', note: 'stop.weekly.others' },
      asked: { title: 'stop.weekly.title', lead: 'stop.weekly.lead', note: 'stop.weekly.others' },
    } as const
  )[state]
  const undo = { name: 'undo', value: 'yes', variant: 'secondary', icon: 'undo' } as const
  return outcomePage(on, {
    ...(state === 'asked' ? {} : { done: true }),
    title: plain(title),
    body: html`${paragraph(t(lead, { target }))}${smallPrint(t(note))}`,
    footer: html`${stopped && scopeForm(stopped, submitButton(t('stop.undo'), undo))}
    ${!stopped && scopeForm('weekly', submitButton(t('stop.weekly.button'), { variant: undone ? 'secondary' : 'primary' }))}
    ${!unsubscribed && scopeForm('all', submitButton(t('stop.all'), { variant: 'secondary' }))}`,
  })
}

/** The alerts that were unsubscribed, or those that one button would unsubscribe. */
function stoppedAlerts({ texts: { t } }: PageRequest, state: PageState): Html | null {
  const { kept, unsubscribed, alertsStopped, stopped, resumed } = state
  const names = nameList(kept.map(({ name }) => name))
  if (!unsubscribed && alertsStopped) return html`${names}${paragraph(t('stop.others'))}`
  if (kept.length > 1 && !stopped && !resumed) return html`${paragraph(t('stop.about'))}${names}`
  return null
}

/** A form's hidden field says what the press is about. */
const scopeForm = (scope: Scope, button: Html): Html => form(html`${hidden('scope', scope)}${button}`)

function buttons({ texts: { t } }: PageRequest, state: PageState, channel: Notice['channel']): Html {
  const { kept, unsubscribed, stopped, resumed } = state
  const [first] = kept
  const undo =
    stopped &&
    scopeForm(stopped, submitButton(t('stop.undo'), { name: 'undo', value: 'yes', variant: 'secondary', icon: 'undo' }))
  const all =
    !unsubscribed &&
    scopeForm(
      'all',
      submitButton(t(channel === 'EMAIL' ? 'stop.all' : 'stop.allPhone'), {
        variant: stopped || resumed ? 'secondary' : 'primary',
      }),
    )
  const some =
    !stopped &&
    first &&
    scopeForm(
      'alert',
      submitButton(kept.length === 1 ? t('stop.one', { alert: first.name }) : t('stop.many', { count: kept.length }), {
        variant: 'secondary',
      }),
    )
  return html`${undo}${all}${some}`
}
