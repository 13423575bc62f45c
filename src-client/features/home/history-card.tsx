import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { MorePill } from '#client/components/ui/more-pill.tsx'
import { PrintButton, RecordItems } from '#client/features/alerts/public.ts'
import { focusItem } from '#client/lib/focus.ts'
import { messages } from '#shared/contract/messages.ts'
import type { RecordGroup } from '#shared/contract/record-group.ts'
import { DetailsLink } from './details-link.tsx'

/** How many rows a phone shows at first; the rest of the ten takes one press. */
const shownOnPhone = 3

const everything = { filterText: '', emailAddressId: undefined, phoneNumberId: undefined }

type HistoryCardProps = {
  records: readonly RecordGroup[]
  total: number
  /** The address of the full list. */
  detailsHref: string
}

/** Up to ten of the latest records that matched. */
export function HistoryCard({ records, total, detailsHref }: HistoryCardProps) {
  const { t } = useTranslation()
  const heading = useId()
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const rest = total - records.length
  const hidden = records.length - shownOnPhone
  const showAll = () => {
    flushSync(() => setAll(true))
    focusItem(list.current, shownOnPhone, ':scope > li')
  }
  return (
    <Card
      title={<span id={heading}>{t('home.history')}</span>}
      footer={
        records.length > 0 && (
          <>
            <DetailsLink href={detailsHref} listName={t('home.history')} />
            <PrintButton filter={everything} chips="" variant="quiet" />
          </>
        )
      }
      aside={rest > 0 && <MorePill href={detailsHref}>{t('record.more', { count: rest })}</MorePill>}
    >
      {records.length === 0 ? (
        <div className="grid gap-1">
          <p className="font-bold">{messages.noHistory}</p>
          <p className="text-sm text-muted-foreground">{t('home.noHistoryWhy')}</p>
        </div>
      ) : (
        <ul ref={list} aria-labelledby={heading} className="grid divide-y divide-border">
          <RecordItems
            records={records}
            itemClassName={(index) => (!all && index >= shownOnPhone ? 'max-sm:hidden' : undefined)}
          />
        </ul>
      )}
      {!all && hidden > 0 && (
        <Button variant="quiet" className="-ms-3 sm:hidden" onClick={showAll}>
          {t('home.showMore', { count: hidden })}
        </Button>
      )}
    </Card>
  )
}
