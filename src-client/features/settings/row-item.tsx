import { ChevronDown, ChevronUp, Eraser, Trash2, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TextAreaField, TextField } from '#client/components/form/text-field.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { cn } from '#client/lib/cn.ts'
import { type RowKind, rowLimits } from '#shared/settings/field.ts'

type RowButtonProps = {
  id: string
  icon: LucideIcon
  word: string
  label: string
  danger?: boolean
  onClick: () => void
}

function RowButton({ id, icon: Icon, word, label, danger, onClick }: RowButtonProps) {
  return (
    <Button id={id} variant={danger ? 'dangerQuiet' : 'quiet'} size="small" aria-label={label} onClick={onClick}>
      <Icon aria-hidden />
      {word}
    </Button>
  )
}

type RowItemProps = {
  /** The id of the list, which prefixes the ids of its buttons. */
  id: string
  name: string
  index: number
  kind: RowKind
  /** True for a list of fixed length: its rows are emptied, not removed. */
  fixed: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

/** A paragraph, link or explanation of the list. */
export function RowItem({ id, name, index, kind, fixed, onMove, onRemove }: RowItemProps) {
  const { t } = useTranslation()
  const row = index + 1
  const limits = rowLimits[kind]
  const heading = t(`settings.rows.heading.${kind}`, { row })
  const content = t(`settings.rows.content.${kind}`, { row })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-border p-4">
      <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-3', kind === 'links' && 'md:grid-cols-2')}>
        <TextField name={`${name}.heading`} label={heading} maxLength={limits.heading} autoComplete="off" />
        {kind === 'links' ? (
          <TextField
            name={`${name}.paragraphContent`}
            label={content}
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={limits.content}
          />
        ) : (
          <TextAreaField
            name={`${name}.paragraphContent`}
            label={content}
            maxLength={limits.content}
            rows={3}
            oneLine={limits.oneLine}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <RowButton
          id={`${id}up${index}`}
          icon={ChevronUp}
          word={t('settings.rows.up')}
          label={t('settings.rows.upOf', { row })}
          onClick={() => onMove(index - 1)}
        />
        <RowButton
          id={`${id}down${index}`}
          icon={ChevronDown}
          word={t('settings.rows.down')}
          label={t('settings.rows.downOf', { row })}
          onClick={() => onMove(index + 1)}
        />
        <RowButton
          id={`${id}drop${index}`}
          icon={fixed ? Eraser : Trash2}
          word={t(fixed ? 'settings.rows.clear' : 'settings.rows.remove')}
          label={t(fixed ? 'settings.rows.clearOf' : 'settings.rows.removeOf', { row })}
          danger
          onClick={onRemove}
        />
      </div>
    </li>
  )
}
