import { type Html, html } from '#shared/node/platform/html.ts'
import { icon } from './icons.ts'
import type { County, PageView } from './layout.ts'
import { type PageTexts, type TextKey, unbroken } from './page-texts.ts'
import { contactLine, linkButton } from './parts.ts'

type Outcome = {
  /** Whether the page reports a success, a failure, or asks first. */
  done?: boolean
  title: string
  body: Html
  /** The next step. */
  footer?: Html
  /** Below the next step, another way to the same result. */
  also?: Html | null
}

/** The page that an emailed link opens: one card with its question or its outcome, and the next step. */
export function outcomePage(
  { texts, county }: { texts: PageTexts; county: County },
  { done, title, body, footer, also }: Outcome,
): PageView {
  const sign =
    done === undefined
      ? null
      : icon(done ? 'circleCheck' : 'circleAlert', `mt-1 size-8 ${done ? 'text-success' : 'text-danger'}`)
  return {
    title,
    main: html` <div class="grid max-w-form gap-4 rounded-lg border border-border bg-card p-card shadow-card">
      <div class="flex gap-3">
        ${sign}
        <h1 class="w-fit">${title}</h1>
      </div>
      <div class="grid gap-2 wrap-anywhere">${body}${done === false && contactLine(texts, county)}</div>
      ${footer && html`<div class="flex flex-wrap gap-3 max-sm:[&>*]:w-full max-sm:[&>form>*]:w-full">${footer}</div>`}
      ${also && html`<div class="border-t border-border pt-4">${also}</div>`}
    </div>`,
  }
}

/** A failed outcome, with the server's message. */
export const failedPage = (
  on: { texts: PageTexts; county: County },
  title: string,
  message: string,
  footer: Html,
): PageView => outcomePage(on, { done: false, title, body: html`<p role="alert">${message}</p>`, footer })

/** A link that is cut short, changed, or about something that we no longer keep. */
export const badLinkPage = (on: { texts: PageTexts; county: County }, message: string): PageView =>
  failedPage(on, on.texts.plain('notice.badLink'), message, alertsLink(on.texts))

/** A list of names. */
export const nameList = (names: readonly string[]): Html =>
  html`<ul class="list-disc ps-6">
    ${names.map((name) => html`<li class="font-semibold">${unbroken(name)}</li>`)}
  </ul>`

/** The lines of a card: the main ones, and below them what matters less. */
export const paragraph = (text: Html): Html => html`<p>${text}</p>`
export const smallPrint = (text: Html): Html => html`<p class="text-sm text-muted-foreground">${text}</p>`

/** To the reader's own alerts; a helper without an account does not need it. */
export const alertsLink = ({ t }: PageTexts): Html =>
  linkButton('/home', t('confirm.toAlerts'), { variant: 'secondary' })

/** The next step of a reader who has an account. */
export const loginLink = (
  { t }: PageTexts,
  key: TextKey = 'account.toLogin',
  variant: 'primary' | 'secondary' = 'primary',
) => linkButton('/login', t(key), { variant })
