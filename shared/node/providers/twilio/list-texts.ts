import type twilio from 'twilio'
import { DeliveryError } from '../common/transport.ts'

/** Texts per page of the list, and the maximum number of pages: more texts than one number gets while a call is in doubt. */
const pageSize = 100
const largePage = 500
const pagesAtMost = 20

type Client = ReturnType<typeof twilio>
type ListedText = {
  sid: string
  direction: string
  status: string
  from: string
  to: string
  body: string
  dateCreated: Date
  dateSent: Date | null
}
type Page = { instances: ListedText[]; nextPage(): Promise<Page> | undefined }

/** Texts to a number since a moment, the newest first. A busy number may have had many since. */
export async function listTextsSince(
  client: Client,
  to: string,
  since: number,
  pagesMs: number,
): Promise<ListedText[]> {
  const { texts } = await readPages(
    client.messages.page({ to, pageSize }),
    (text) => text.dateCreated.getTime() >= since,
    pagesMs,
  )
  return texts
}

/**
 * Lists texts received since a moment, oldest first, and whether the list is complete: it reads the newest first, and
 * only a limited number of pages. Twilio may round the moment to a day, so each text's own time decides.
 * @param to our number, or null if a messaging service has several: then the list includes the texts that we sent
 */
export async function listInboundTexts(
  client: Client,
  { to, since }: { to: string | null; since: Date },
  pagesMs: number,
): Promise<{ texts: (ListedText & { at: Date })[]; whole: boolean }> {
  const { texts, whole } = await readPages(
    client.messages.page({ ...(to && { to }), dateSentAfter: since, pageSize: largePage }),
    (text) => at(text) >= since,
    pagesMs,
  )
  const inbound = texts.filter(({ direction }) => direction === 'inbound').toReversed()
  return { whole, texts: inbound.map((text) => ({ ...text, at: at(text) })) }
}

const at = ({ dateSent, dateCreated }: ListedText): Date => dateSent ?? dateCreated

/** The texts of a list up to the first unwanted one, and whether the list was read to its end, or far enough. */
async function readPages(
  first: Promise<Page>,
  isWanted: (text: ListedText) => boolean,
  pagesMs: number,
): Promise<{ texts: ListedText[]; whole: boolean }> {
  const texts: ListedText[] = []
  const end = performance.now() + pagesMs
  let page = await first
  for (let pages = 1; ; pages++) {
    const wanted = page.instances.filter(isWanted)
    texts.push(...wanted)
    if (wanted.length < page.instances.length) return { texts, whole: true }
    if (pages === pagesAtMost) return { texts, whole: false }
    const next = await page.nextPage()
    if (!next) return { texts, whole: true }
    if (performance.now() > end) throw new DeliveryError('retry', 'Twilio took too long to list its texts.')
    page = next
  }
}
