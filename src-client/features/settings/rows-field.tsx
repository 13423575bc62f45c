import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Field } from '#shared/settings/field.ts'
import { Button } from '#client/components/ui/button.tsx'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { filledRows } from './form-values.ts'
import { RowItem } from './row-item.tsx'

const batch = 5
const emptyRow = { heading: '', paragraphContent: '' }

/** After the rows were drawn anew: the focus stays with the row that was moved, or near the one that went. */
const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

/** A list of paragraphs or links: each row moves up and down, and goes; five more at a time. */
export function RowsField({ name, field: spec }: { name: string; field: Field }) {
  const { t } = useTranslation()
  const id = useId()
  const [said, setSaid] = useState('')
  const kind = spec.label === 'links' ? 'links' : 'paragraphs'
  const max = spec.max ?? 0
  const fixed = spec.fixedRows !== undefined
  const { fields, append, move, remove, update } = useFieldArray({ name })
  const used = filledRows(useWatch({ name }))

  const step = (from: number, to: number) => {
    if (to < 0) return void showMessage('WARNING', t('settings.rows.first'))
    if (to >= fields.length) return void showMessage('WARNING', t('settings.rows.last'))
    move(from, to)
    setSaid(t('settings.rows.moved', { row: to + 1 }))
    focusSoon(`${id}${to < from ? 'up' : 'down'}${to}`)
  }
  const drop = (row: number) => {
    setSaid(t('settings.rows.removed', { row: row + 1 }))
    if (fixed) return update(row, emptyRow)
    remove(row)
    const left = fields.length - 1
    focusSoon(left === 0 ? `${id}add` : `${id}drop${Math.min(row, left - 1)}`)
  }
  const add = () => {
    const more = Math.min(batch, max - fields.length)
    if (more <= 0) return void showMessage('WARNING', t(`settings.rows.limit.${kind}`, { max }))
    append(
      Array.from({ length: more }, () => ({ ...emptyRow })),
      { focusName: `${name}.${fields.length}.heading` },
    )
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-muted-foreground">
        {t(`settings.rows.${kind}`, { used, max })}
        {kind === 'links' && ` · ${t('settings.rows.addressHelp')}`}
      </p>
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
            onMove={(to) => step(index, to)}
            onDrop={() => drop(index)}
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
        {said}
      </p>
    </div>
  )
}
