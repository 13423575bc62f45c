import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { MorePill } from '#client/components/ui/more-pill.tsx'
import { focusItem } from '#client/lib/focus.ts'
import type { PossibleMatchPage } from '#shared/contract/possible-match.ts'
import { PossibleMatchItem } from './possible-match-item.tsx'
import { toMatchKey, useShownMatches } from './use-shown-matches.ts'
import { WeeklyStopped } from './weekly-stopped.tsx'

/** How many a phone shows at first; the rest takes one press. */
const shownOnPhone = 2

type PossibleMatchesCardProps = Pick<PossibleMatchPage, 'matches' | 'open'> & {
  /** The address of the full list. */
  detailsHref: string
}

/** Records that may be about the reader: they wait for no answer, and take one press each. No card without any. */
export function PossibleMatchesCard({ matches, open, detailsHref }: PossibleMatchesCardProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const { shown, onChanged } = useShownMatches(matches)
  if (shown.length === 0) return null
  const rest = open - matches.length
  const hidden = shown.length - shownOnPhone
  const showAll = () => {
    flushSync(() => setAll(true))
    focusItem(list.current, shownOnPhone, ':scope > li')
  }
  return (
    <Card
      title={t('possible.title')}
      aside={rest > 0 && <MorePill href={detailsHref}>{t('possible.more', { count: rest })}</MorePill>}
    >
      <p>{t('possible.lead')}</p>
      <ul ref={list} className="grid divide-y divide-border">
        {shown.map((match, index) => (
          <PossibleMatchItem
            key={toMatchKey(match)}
            match={match}
            className={!all && index >= shownOnPhone ? 'max-sm:hidden' : undefined}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {!all && hidden > 0 && (
        <Button variant="quiet" className="-ms-3 sm:hidden" onClick={showAll}>
          {t('home.showMore', { count: hidden })}
        </Button>
      )}
      <WeeklyStopped />
    </Card>
  )
}
