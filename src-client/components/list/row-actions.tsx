import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { cn } from '#client/lib/cn.ts'

export type RowAction = {
  key: string
  label: string
  icon: LucideIcon
  /** An address to link to, or a function to run. */
  action: string | (() => void)
  destructive?: boolean
  /** Keeps the width of its longer label, to keep the following buttons aligned. */
  toggles?: boolean
  busy?: string | false
}

/** How many buttons a card shows next to More. */
const shownInCards = 2

type RowActionsProps = {
  itemName: string
  actions: readonly RowAction[]
  /** How many are shown next to More at any width, for a table of many columns. */
  shown?: number | undefined
}

/** The actions of a row: all of them in a wide table, unless it has many columns; the most common and More in cards. */
export function RowActions({ itemName, actions, shown }: RowActionsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const folded = actions.length > (shown ?? shownInCards)
  const fold = (index: number) => {
    if (!folded || open || index < (shown ?? shownInCards)) return false
    return shown === undefined ? '@max-[35rem]:hidden' : 'hidden'
  }
  return (
    <div
      className={cn(
        'flex flex-wrap gap-1 @max-[35rem]:-ms-1.5 @max-[35rem]:gap-0 @max-[35rem]:pt-1.5 @max-[35rem]:[&>*]:px-1.5',
        // A few fit on one line; more take two.
        actions.length <= 3 && '@min-[52rem]:flex-nowrap',
        shown !== undefined && '@min-[50rem]:[&>*]:px-1.5',
        shown !== undefined && !open && '@min-[55rem]:flex-nowrap',
      )}
    >
      {actions.map((action, index) => (
        <ActionButton key={action.key} itemName={itemName} action={action} className={cn(fold(index))} />
      ))}
      {folded && (
        <Button
          variant="quiet"
          size="small"
          className={cn('whitespace-nowrap', shown === undefined && '@min-[35rem]:hidden')}
          aria-expanded={open}
          aria-label={t('list.moreFor', { of: itemName })}
          onClick={() => setOpen(!open)}
        >
          <Ellipsis aria-hidden />
          {t('list.moreActions')}
        </Button>
      )}
    </div>
  )
}

type ActionButtonProps = { itemName: string; action: RowAction; className: string }

function ActionButton({ itemName, action: row, className }: ActionButtonProps) {
  const { label, icon: Icon, action, destructive, toggles, busy } = row
  const buttonProps = {
    variant: destructive ? 'dangerQuiet' : 'quiet',
    size: 'small',
    'aria-label': `${label}: ${itemName}`,
    className: cn('whitespace-nowrap', className, toggles && '@min-[52rem]:min-w-34 @min-[52rem]:justify-start'),
  } as const
  const content = (
    <>
      <Icon aria-hidden />
      {label}
    </>
  )
  if (typeof action === 'string') {
    return (
      <Button {...buttonProps} asChild>
        <Link href={action}>{content}</Link>
      </Button>
    )
  }
  return (
    <Button {...buttonProps} onClick={action} busy={busy ?? false}>
      {content}
    </Button>
  )
}
