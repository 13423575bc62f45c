import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeDescription } from '#shared/contract/code-lists.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The most rows that a lookup returns (the server's limit). */
const fullList = 50

/** `detail`: a second line, such as whose it is. */
export type LookupRow = CodeDescription & { detail?: string }

type LookupDialogProps = {
  title: string
  /** 'Click row to select …' */
  hint: string
  /** Absent while they load. */
  rows: readonly LookupRow[] | undefined
  /** There are more rows than these. */
  more?: boolean
  /** Shown above the rows, such as a filter. */
  children?: ReactNode
  onSelect: (row: CodeDescription) => void
  onClose: () => void
}

/** A list to choose one row from. Each row is a button, so that it works from the keyboard. */
export function LookupDialog({ title, hint, rows, more, children, onSelect, onClose }: LookupDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog open size="small" onClose={onClose} title={title} description={hint}>
      {children && <div className="mb-4">{children}</div>}
      {!rows && <Skeleton label={t('lookUp.loading')} lines={6} />}
      {rows?.length === 0 && <EmptyState />}
      {rows && rows.length > 0 && (
        <ul className="grid gap-2">
          {rows.map((row) => (
            <li key={row.code}>
              <button
                type="button"
                onClick={() => onSelect(row)}
                className="min-h-control w-full rounded-md border-[1.5px] border-input bg-card px-3.5 py-2 text-start wrap-anywhere hover:bg-accent hover:text-accent-foreground"
              >
                {row.description}
                {row.detail && <span className="block text-sm text-muted-foreground">{row.detail}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(more ?? (rows !== undefined && rows.length >= fullList)) && (
        <p className="pt-3 text-sm text-muted-foreground">{t('lookUp.more')}</p>
      )}
    </Dialog>
  )
}
