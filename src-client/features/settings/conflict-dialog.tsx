import { AlertDialog } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '#client/components/ui/alert-box.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { toLineLabel } from '#shared/settings/format-setting-value.ts'
import { differing, getFields, type Values } from './form-values.ts'
import { formatValue } from './formatted-value.ts'
import type { SavedGroup } from './group-queries.ts'

type ConflictDialogProps = {
  group: SavedGroup
  /** The server's message: who saved the page, and when. */
  message: string
  before: Values
  mine: Values
  theirs: Values
  onLoad: () => void
  onKeep: () => void
  onStay: () => void
}

/**
 * Two administrators edited one page: the later one sees what the other changed, and chooses. Escape changes nothing.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { group, message, before, mine, theirs, onLoad, onKeep, onStay } = props
  const { t } = useTranslation()
  const fields = getFields(group)
  const changed = differing(group, theirs, before)
  const own = new Set(differing(group, mine, before))
  return (
    <AlertBox
      onDismiss={onStay}
      title={t('settings.conflict.title')}
      footer={
        <>
          <AlertDialog.Cancel asChild>
            <Button variant="quiet">{t('settings.conflict.stay')}</Button>
          </AlertDialog.Cancel>
          <Button variant="secondary" onClick={onLoad}>
            {t('settings.conflict.load')}
          </Button>
          <Button onClick={onKeep}>{t('settings.conflict.keep')}</Button>
        </>
      }
    >
      <p>{message}</p>
      <p>{t('settings.conflict.detail')}</p>
      <p className="font-semibold">
        {t(changed.length > 0 ? 'settings.conflict.theirs' : 'settings.conflict.nothing')}
      </p>
      <ul className="grid gap-2 wrap-anywhere">
        {changed.map((name) => {
          const field = fields[name]
          if (!field) return null
          return (
            <li key={name}>
              <b>{toLineLabel(field)}</b>: {formatValue(field, theirs[name])}
              {own.has(name) && ` (${t('settings.conflict.yours', { value: formatValue(field, mine[name]) })})`}
            </li>
          )
        })}
      </ul>
    </AlertBox>
  )
}
