import type { Entry } from './ledger.ts'

/** A text as Twilio lists it, sent by us or received. */
export type ListedText = {
  id: string
  from: string
  to: string
  body: string
  at: number
  direction: 'inbound' | 'outbound-api'
  status: string
  errorCode: number | null
}

export const toSentText = ({
  id,
  to,
  at,
  message,
  progress = { status: 'queued', errorCode: null },
}: Pick<Entry, 'id' | 'to' | 'at' | 'message' | 'progress'>): ListedText => ({
  id,
  from: String(message.from),
  to,
  body: String(message.text),
  at,
  direction: 'outbound-api',
  ...progress,
})

/** The resource of Twilio's API. */
export const toResource = (account: string, { id, from, to, body, at, direction, status, errorCode }: ListedText) => ({
  sid: id,
  account_sid: account,
  to,
  from: from === '' ? null : from,
  body,
  direction,
  status,
  date_created: new Date(at).toUTCString(),
  date_updated: new Date(at).toUTCString(),
  date_sent: status === 'queued' ? null : new Date(at).toUTCString(),
  num_segments: '1',
  num_media: '0',
  error_code: errorCode,
  error_message: null,
  price: null,
  price_unit: 'USD',
  api_version: '2010-04-01',
  messaging_service_sid: null,
  subresource_uris: {},
  uri: `/2010-04-01/Accounts/${account}/Messages/${id}.json`,
})

/** A page of Twilio's list, newest first, for the query of a call. */
export function listTexts(all: ListedText[], { pathname, searchParams }: URL): { page: ListedText[]; place: Place } {
  const to = searchParams.get('To')
  const dateSent = searchParams.get('DateSent>')
  const since = Date.parse(dateSent ?? '1970-01-01')
  const found = all
    .filter((text) => (to === null || text.to === to) && text.at >= since)
    .toSorted((one, other) => other.at - one.at)
  const size = Number(searchParams.get('PageSize') ?? 50)
  const page = Number(searchParams.get('Page') ?? 0)
  const start = page * size
  const list = found.slice(start, start + size)
  const uriFor = (wanted: number) => {
    const query = new URLSearchParams({
      ...(to !== null && { To: to }),
      ...(dateSent !== null && { 'DateSent>': dateSent }),
      PageSize: String(size),
      Page: String(wanted),
    })
    return `${pathname}?${query.toString()}`
  }
  const place = {
    page,
    page_size: size,
    start,
    end: start + list.length,
    uri: uriFor(page),
    first_page_uri: uriFor(0),
    next_page_uri: start + size < found.length ? uriFor(page + 1) : null,
    previous_page_uri: page > 0 ? uriFor(page - 1) : null,
  }
  return { page: list, place }
}

type Place = Record<string, string | number | null>
