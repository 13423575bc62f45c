import { type Html, html } from '#shared/node/platform/html.ts'
import { nameInSentence } from '#shared/settings/county-name.ts'
import { icon, type IconName } from './icons.ts'
import type { PageTexts } from './page-texts.ts'

// The looks are those of the app (src-client/components/ui), in the same utility classes.
const button =
  'inline-flex min-h-control items-center justify-center gap-2 rounded-md border-2 px-5 py-1 text-base font-semibold leading-[1.2] text-center no-underline hover:no-underline wrap-anywhere'
const variants = {
  primary: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
  secondary: 'border-primary bg-card text-primary hover:bg-accent hover:text-accent-foreground',
  quiet: 'border-transparent bg-transparent px-3 -ms-3 text-link hover:bg-accent hover:text-accent-foreground',
}
type Look = { variant?: keyof typeof variants; icon?: IconName; className?: string }
const look = ({ variant = 'primary', className = '' }: Look) => `${button} ${variants[variant]} ${className}`

/** A link that looks like a button. */
export const linkButton = (href: string, label: Html, as: Look = {}): Html =>
  html`<a class="${look(as)}" href="${href}">${as.icon && icon(as.icon)}<span class="min-w-0">${label}</span></a>`

type FormButton = Look & {
  /** The value that the button sends in addition to the fields of its form. */
  name?: string
  value?: string
  /** For an address that leads to it (`#id`), as after a press: then it has the focus. */
  id?: string
  /** The id of the text that explains it. */
  describedBy?: string
}

/** The button of a form. */
export const submitButton = (label: Html, { name, value, id, describedBy, ...as }: FormButton = {}): Html =>
  html` <button
    class="${look(as)}"
    ${id ? html`id="${id}"` : null}
    ${name ? html`name="${name}" value="${value ?? ''}"` : null}
    ${describedBy ? html`aria-describedby="${describedBy}"` : null}
  >
    ${as.icon && icon(as.icon)}<span class="min-w-0">${label}</span>
  </button>`

/**
 * A form that posts to a page of this kit. Its address or fields hold its own ticket, so it needs no cookie.
 * @param action the page's own address if absent
 */
export const form = (body: Html, { action = '', className = 'contents' } = {}): Html =>
  html`<form method="post" action="${action}" class="${className}">${body}</form>`

/** Fields that a form sends in addition to the pressed button. */
export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`

/** Prints the page, in browsers that run scripts. */
export const printButton = (label: Html, variant: 'secondary' | 'quiet', className = ''): Html =>
  html`<button type="button" data-print-page="" class="${look({ variant, className: `invisible ${className}` })}">
    ${icon('printer')}<span class="min-w-0">${label}</span>
  </button>`

/** More text, shown on request. */
export const disclosure = (summary: Html, body: Html): Html =>
  html` <details class="group">
    <summary class="flex min-h-11 w-fit list-none items-center gap-1.5 font-semibold text-link underline">
      ${icon('chevronRight', 'group-open:rotate-90')} ${summary}
    </summary>
    <div class="grid gap-3 pt-1 pb-3">${body}</div>
  </details>`

/** A phone number that calls, for a text's `<phone>`. */
export const phoneTags = (phone: string) => ({
  phone: (content: Html) =>
    html`<a class="inline-flex min-h-11 items-center font-semibold" href="${toTel(phone)}">${content}</a>`,
})
export const toTel = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

/** What went wrong, above the fields that it is about. */
export const errorBanner = (message: string | Html): Html =>
  html` <div
    role="alert"
    class="flex gap-3 rounded-md border border-s-[6px] border-danger-edge bg-danger-tint px-4 py-3.5 text-danger"
  >
    ${icon('circleAlert', 'mt-[0.05em] size-6')}
    <div class="min-w-0">${message}</div>
  </div>`

/** A warning, although the page did what was asked. */
export const warningBanner = (message: Html): Html =>
  html` <div
    role="status"
    class="flex gap-3 rounded-md border border-s-[6px] border-warning-edge bg-warning-tint px-4 py-3.5 text-warning"
  >
    ${icon('circleAlert', 'mt-[0.05em] size-6')}
    <div class="min-w-0">${message}</div>
  </div>`

type TextField = {
  /** The name of the value that the form sends, and the id of the field. */
  name: string
  label: Html
  value: string
  /** Why the value was refused. */
  problem?: string | undefined
  inputMode: 'numeric' | 'text'
  autoComplete: string
  maxLength: number
  className: string
}

/** A field of a form with its label and error, and its button next to it. */
export function textField(field: TextField, button: Html): Html {
  const { name, label, value, problem, inputMode, autoComplete, maxLength, className } = field
  return html`<div class="grid gap-1.5 ${problem ? 'border-s-4 border-danger-edge ps-3.5' : ''}">
    <label for="${name}" class="w-fit font-semibold">${label}</label>
    ${problem && fieldProblem(`${name}-problem`, problem)}
    <div class="flex flex-wrap gap-2">
      <input
        id="${name}"
        name="${name}"
        value="${value}"
        inputmode="${inputMode}"
        autocomplete="${autoComplete}"
        maxlength="${maxLength}"
        ${problem && html`aria-invalid="true" aria-describedby="${name}-problem" autofocus`}
        class="min-h-control min-w-0 rounded-md border-[1.5px] border-input bg-card px-3.5 py-1.5 text-base leading-[1.4] text-foreground aria-invalid:border-2 aria-invalid:border-danger-edge ${className}"
      />
      ${button}
    </div>
  </div>`
}

type Checkbox = {
  name: string
  label: Html
  /** Why the form was refused while it was not checked. */
  problem?: string | undefined
}

/** A checkbox of a form with its error in the page's words: a browser would word it itself. */
export const checkbox = ({ name, label, problem }: Checkbox): Html =>
  html`<div class="grid gap-1.5 ${problem ? 'border-s-4 border-danger-edge ps-3.5' : ''}">
    ${problem && fieldProblem(`${name}-problem`, problem)}
    <div class="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 py-2">
      <input
        type="checkbox"
        id="${name}"
        name="${name}"
        value="yes"
        ${problem && html`aria-invalid="true" aria-describedby="${name}-problem" autofocus`}
        class="tick"
      />
      <label for="${name}" class="leading-[1.45]">${label}</label>
    </div>
  </div>`

const fieldProblem = (id: string, problem: string): Html =>
  html`<p id="${id}" role="alert" class="flex gap-[0.4rem] leading-[1.4] font-semibold text-danger">
    ${icon('circleAlert', 'mt-[0.1em]')} ${problem}
  </p>`

/** A card with a heading of its own. */
export const card = (title: Html, body: Html): Html =>
  html` <section class="rounded-lg border border-border bg-card p-card shadow-card print:border-0 print:p-0">
    <h2 class="mb-3">${title}</h2>
    ${body}
  </section>`

/** Whom to call: the county's name and phone. */
export function contactLine(
  { t, plain }: PageTexts,
  { county, phone }: { county: string; phone: string },
): Html | null {
  if (!county) return null
  const who = nameInSentence(county, plain('login.theCounty'))
  return html`<p>${t(phone ? 'errors.call' : 'errors.contact', { county: who, phone }, phoneTags(phone))}</p>`
}
