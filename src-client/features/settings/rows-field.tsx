import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import type { Field, RowKind } from '#shared/settings/field.ts'
import { filledRows } from './form-values.ts'
import { RowItem } from './row-item.tsx'

const rowsPerBatch = 5
const emptyRow = { heading: '', paragraphContent: '' }

/** After rendering, moves the focus to the row that was moved, or next to one that was removed. */
const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

type RowsOptions = { id: string; kind: RowKind; max: number; fixed: boolean }

/** The rows of the list, with moving, removing and adding; `said` is announced to screen readers. */
function useRows(name: string, { id, kind, max, fixed }: RowsOptions) {
  const { t } = useTranslation()
  const [announcement, setAnnouncement] = useState('')
  const { fields, append, move, remove, update } = useFieldArray({ name })
  const moveRow = (from: number, to: number) => {
    if (to < 0) return void showMessage('WARNING', t('settings.rows.first'))
    if (to >= fields.length) return void showMessage('WARNING', t('settings.rows.last'))
    move(from, to)
    setAnnouncement(t('settings.rows.moved', { row: to + 1 }))
    focusSoon(`${id}${to < from ? 'up' : 'down'}${to}`)
  }
  const removeRow = (row: number) => {
    setAnnouncement(t('settings.rows.removed', { row: row + 1 }))
    if (fixed) return update(row, emptyRow)
    remove(row)
    const left = fields.length - 1
    focusSoon(left === 0 ? `${id}add` : `${id}drop${Math.min(row, left - 1)}`)
  }
  const add = () => {
    const more = Math.min(rowsPerBatch, max - fields.length)
    if (more <= 0) return void showMessage('WARNING', t(`settings.rows.limit.${kind}`, { max }))
    append(
      Array.from({ length: more }, () => ({ ...emptyRow })),
      { focusName: `${name}.${fields.length}.heading` },
    )
  }
  return { fields, announcement, moveRow, removeRow, add }
}

const toRowKind = (label: string): RowKind => (label === 'links' || label === 'explanations' ? label : 'paragraphs')

/** A list of paragraphs, links or explanations. Each row can move up and down or be removed; Add appends five. */
export function RowsField({ name, field: spec }: { name: string; field: Field }) {
  const { t } = useTranslation()
  const id = useId()
  const kind = toRowKind(spec.label)
  const max = spec.max ?? 0
  const fixed = spec.fixedRows !== undefined
  const { fields, announcement, moveRow, removeRow, add } = useRows(name, { id, kind, max, fixed })
  const used = filledRows(useWatch({ name }))

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-muted-foreground">
        {t(`settings.rows.${kind}`, { used, max })}
        {kind === 'links' && ` · ${t('settings.rows.addressHelp')}`}
      </p>
      {spec.help && <p className="max-w-prose text-muted-foreground">{spec.help}</p>}
      {fields.length === 0 && <p>{t(`settings.rows.none.${kind}`)}</p>}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {fields.map((row, index) => (
          <RowItem
            key={row.id}
            id={id}
            name={`${name}.${index}`}
            index={index}
            kind={kind}
            fixed={fixed}
            onMove={(to) => moveRow(index, to)}
            onRemove={() => removeRow(index)}
          />
        ))}
      </ol>
      {!fixed && (
        <div>
          <Button id={`${id}add`} variant="secondary" size="small" onClick={add}>
            <Plus aria-hidden />
            {t('settings.rows.add')}
          </Button>
        </div>
      )}
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}
