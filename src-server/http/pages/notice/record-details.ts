import { listPropertyRows } from '#shared/domain/notice/property-rows.ts'
import { reasonKeys } from '#shared/domain/notice/reason-keys.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import { icon } from '../kit/icons.ts'
import { paragraph } from '../kit/outcome.ts'
import { unbroken } from '../kit/page-texts.ts'
import { card, disclosure, linkButton, phoneTags } from '../kit/parts.ts'
import { markedText } from './marked-text.ts'
import type { NoticeOnPage, NoticeView } from './notice-on-page.ts'

/** The document: what, which, when, and the way to see it. */
export function recordDetails(on: NoticeOnPage): Html {
  const { t } = on.texts
  const { documentIdentifier, documentDescription, recordedTimestampFormatted } = on.notice
  if (documentIdentifier === '') return card(t('notice.recorded'), paragraph(t('notice.gone')))
  const rows: [Html, string[]][] = [
    ...(documentDescription ? [[t('notice.document'), [documentDescription]] as [Html, string[]]] : []),
    [t('notice.number'), [documentIdentifier]],
    [t('notice.date'), [recordedTimestampFormatted]],
    ...partiesAndProperties(on),
  ]
  return card(
    t('notice.recorded'),
    html` <dl
        class="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1 print:grid-cols-[10rem_minmax(0,1fr)] print:gap-y-1"
      >
        ${rows.map(([name, values]) => detailRow(name, values))}
      </dl>
      <div class="mt-3">${waysToSee(on)}</div>`,
  )
}

/** One label with each of its values on its own line. */
const detailRow = (name: Html, values: readonly string[]): Html =>
  html` <div class="grid sm:col-span-2 sm:grid-cols-subgrid print:col-span-2 print:grid-cols-subgrid">
    <dt class="wrap-break-word text-muted-foreground">${name}</dt>
    ${values.map(
      (value) =>
        html`<dd class="font-semibold wrap-anywhere sm:col-start-2 print:col-start-2 [dd+&]:mt-1">
          ${unbroken(value)}
        </dd>`,
    )}
  </div>`

/** The parties and properties of a record, in the same rows as in the email of a notice. */
function partiesAndProperties({ notice, texts: { t, plain } }: NoticeOnPage): [Html, string[]][] {
  const { parties, parcels } = notice
  const labels = { property: t('record.property'), parcel: t('notice.parcel'), legal: t('record.legal') }
  const countMore = (count: number) => ({ label: t('notice.more'), value: plain('list.more', { count }) })
  const rows = [
    ...parties.first.map(({ role, ownRole, name }) => ({
      label: role ? t(`notice.roles.${role}`) : html`${ownRole}`,
      value: name,
    })),
    ...(parties.more > 0 ? [countMore(parties.more)] : []),
    ...listPropertyRows(notice, parcels).map((row) =>
      row.label === 'more' ? countMore(row.count) : { label: labels[row.label], value: row.value },
    ),
  ]
  return groupByLabel(rows)
}

/** Groups adjacent rows with the same label and keeps the record's order: 'From', and below it the three sellers. */
function groupByLabel(rows: readonly { label: Html; value: string }[]): [Html, string[]][] {
  const groups: [Html, string[]][] = []
  for (const { label, value } of rows) {
    const last = groups.at(-1)
    if (last?.[0].html === label.html) last[1].push(value)
    else groups.push([label, [value]])
  }
  return groups
}

function waysToSee({ notice, county: { phone }, texts: { t } }: NoticeOnPage): Html {
  const { restricted, documentIdentifier: id, documentUrl } = notice
  if (restricted)
    return html`<p>
      ${t('record.restricted')}${' '}
      ${t(phone ? 'notice.restrictedCallPhone' : 'notice.restrictedCall', { id, phone }, phoneTags(phone))}
    </p>`
  if (documentUrl) return linkButton(documentUrl, t('notice.see'), { variant: 'secondary', icon: 'externalLink' })
  return html`<p class="text-sm text-muted-foreground">${t('notice.seeAtOffice', { id })}</p>`
}

/** The number of alerts that show; a button opens the rest. */
const reasonsInSight = 2

/** Each alert that matched: what it watches, the record's own words, and the rule. */
export function matchReasons(on: NoticeOnPage): Html | null {
  const { t } = on.texts
  const { alerts } = on.notice
  const more = alerts.slice(reasonsInSight)
  // Its matches may wait for staff, since the record was restricted.
  if (alerts.length === 0) return null
  return card(
    t('notice.why'),
    html` <div class="grid gap-3">
      ${reasons(on, alerts.slice(0, reasonsInSight))}
      ${more.length > 0 && disclosure(t('notice.moreReasons', { count: more.length }), reasons(on, more))}
      <p>
        <a href="/howWeMatch" class="inline-flex min-h-11 items-center print:hidden">${t('matching.open')}</a>
      </p>
    </div>`,
  )
}

type Alert = NoticeView['alerts'][number]

const reasons = (on: NoticeOnPage, alerts: readonly Alert[]): Html =>
  html`<ul class="grid gap-5">
    ${alerts.map((alert) => reason(on, alert))}
  </ul>`

function reason({ texts: { t, plain } }: NoticeOnPage, alert: Alert): Html {
  const { name, criteria, field, recordRaw, marks, under, sentence } = alert
  const keys = reasonKeys[field]
  const watches = name === criteria ? 'notice.watchesSame' : keys.watches
  return html` <li class="grid gap-1.5">
    <p class="wrap-anywhere">${t(watches, { alert: name, criteria })}</p>
    ${
      recordRaw &&
      html`<p>${t(keys.record)}</p>
        <p class="rounded-md bg-muted px-3.5 py-2 font-mono font-medium wrap-anywhere">
          ${markedText(recordRaw, marks)}
        </p>`
    }
    ${under && paragraph(t('notice.under', { role: under.role ? plain(`notice.roles.${under.role}`) : under.ownRole }))}
    ${
      sentence &&
      html`<p class="flex gap-2 font-semibold text-success">
        ${icon('circleCheck', 'mt-[0.15em]')}<span>${sentence}</span>
      </p>`
    }
  </li>`
}
