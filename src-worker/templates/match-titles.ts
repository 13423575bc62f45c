import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { type Catalog } from './catalog/catalog.ts'
import { toPlainText } from './catalog/localized-text.ts'
import { truncate } from './format/plain.ts'
import { preventLinks } from './format/prevent-links.ts'
import type { NoticeData, RecordData } from './parts/notice-data.ts'
import { getDocumentLabel } from './parts/record-details.ts'

/** An alert's name as its owner wrote it: no mail program makes a link of it. */
const formatName = (name: string): string => preventLinks(toSingleLine(name))

/**
 * The subject and the heading. The property says best which record it is, if it is known and the alert is not named
 * after it. A subject names an alert only to its owner.
 */
export function formatTitles(notice: NoticeData, record: RecordData, catalog: Catalog, address: string | undefined) {
  const texts = catalog.labels.match
  const count = notice.alerts.length
  const name = toSingleLine(notice.alerts[0]?.name ?? '')
  const what = truncate(toPlainText(getDocumentLabel(record, catalog)), 60)
  const at = address === undefined ? undefined : { address: truncate(address, 60) }
  if (count === 1) {
    const isNamedAfter = address !== undefined && name.toLowerCase().includes(address.toLowerCase())
    const own = { what, alert: formatName(truncate(name, 60)) }
    const toOwner = at && !isNamedAfter ? texts.subjectAt({ ...own, ...at }) : texts.subject(own)
    const toOthers = at ? texts.subjectOneAt({ what, ...at }) : texts.subjectOne({ what })
    return {
      subject: toPlainText(notice.isAccountEmail ? toOwner : toOthers),
      title:
        address === undefined || isNamedAfter
          ? texts.heading({ alert: formatName(name) })
          : texts.headingAt({ alert: formatName(name), address }),
    }
  }
  if (!address) return { subject: toPlainText(texts.subjectMany({ what, count })), title: texts.headingMany({ count }) }
  return {
    subject: toPlainText(texts.subjectManyAt({ what, count, address: truncate(address, 60) })),
    title: texts.headingManyAt({ count, address }),
  }
}
