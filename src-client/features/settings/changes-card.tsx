import { History } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadFailed } from '#client/components/ui/empty-state.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { focusItem } from '#client/lib/focus.ts'
import type { Change } from '#server/features/settings/setting-changes.ts'
import { toLineLabel } from '#shared/settings/format-setting-value.ts'
import { getFields } from './form-values.ts'
import { formatChange } from './formatted-value.ts'
import { type SavedGroup, useChanges } from './group-queries.ts'

const shownAtFirst = 5

type ChangesCardProps = {
  group: SavedGroup
  saved: boolean
  /** Fills the form with the values from before a change. */
  onRevert: (change: Pick<Change, 'id' | 'at'>) => void
}

/** Who changed what on this page and when, newest first, from the audit log. Each change can be reverted. */
export function ChangesCard({ group, saved, onRevert }: ChangesCardProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const list = useChanges(group)
  const changes = list.data?.content.changes
  const fields = getFields(group)
  const hidden = changes && !all ? changes.length - shownAtFirst : 0
  const items = useRef<HTMLOListElement>(null)
  const showAll = () => {
    flushSync(() => setAll(true))
    focusItem(items.current, shownAtFirst, ':scope > li')
  }
  return (
    <Card
      title={t('settings.changes')}
      className="h-fit"
      footer={
        hidden > 0 && (
          <Button variant="secondary" size="small" onClick={showAll}>
            {t('home.showMore', { count: hidden })}
          </Button>
        )
      }
    >
      {list.error && <LoadFailed title={t('settings.changesFailed')} query={list} />}
      {!list.error && !changes && <Skeleton label={t('settings.loading')} lines={3} />}
      {changes?.length === 0 && <p>{t(saved ? 'settings.noDetails' : 'settings.noChanges')}</p>}
      <ol ref={items} className="grid gap-4 wrap-anywhere">
        {changes?.slice(0, all ? undefined : shownAtFirst).map((change) => (
          <li key={change.id}>
            <p className="text-sm text-muted-foreground">{t('settings.changedBy', change)}</p>
            <ul>
              {change.fields.map(({ name, old, new: now }) => {
                const field = fields[name]
                return (
                  field && (
                    <li key={name}>
                      <b>{toLineLabel(field)}</b>: {formatChange(field, old, now)}
                    </li>
                  )
                )
              })}
            </ul>
            <Button
              variant="secondary"
              size="small"
              className="mt-2"
              aria-label={t('settings.putBack.of', change)}
              onClick={() => onRevert(change)}
            >
              <History aria-hidden />
              {t('settings.putBack.act')}
            </Button>
          </li>
        ))}
      </ol>
    </Card>
  )
}
