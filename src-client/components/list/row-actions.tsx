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
  /** A link, or what a press does. */
  action: string | (() => void)
  destructive?: boolean
  /** It keeps the width of its longer name, so that what follows lines up. */
  toggles?: boolean
  busy?: string | false
}

/** So many stand in a card beside More. */
const shownInCards = 2

/** What can be done with a row: all of it where the table is wide; the two commonest and More where rows are cards. */
export function RowActions({ itemName, actions }: { itemName: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const folded = actions.length > shownInCards
  const fold = (index: number) => folded && !open && index >= shownInCards && '@max-[35rem]:hidden'
  return (
    <div
      className={cn(
        'flex flex-wrap gap-1 @max-[35rem]:-ms-1.5 @max-[35rem]:gap-0 @max-[35rem]:pt-1.5 @max-[35rem]:[&>*]:px-1.5',
        // A few stand in one line; more take two.
        actions.length <= 3 && '@min-[52rem]:flex-nowrap',
      )}
    >
      {actions.map((action, index) => (
        <OneAction key={action.key} of={itemName} action={action} className={cn(fold(index))} />
      ))}
      {folded && (
        <Button
          variant="quiet"
          size="small"
          className="whitespace-nowrap @min-[35rem]:hidden"
          aria-expanded={open}
          aria-label={t('list.moreFor', { itemName })}
          onClick={() => setOpen(!open)}
        >
          <Ellipsis aria-hidden />
          {t('list.moreActions')}
        </Button>
      )}
    </div>
  )
}

function OneAction({ of, action, className }: { of: string; action: RowAction; className: string }) {
  const { label, icon: Icon, action, destructive, toggles, busy } = action
  const look = {
    variant: destructive ? 'dangerQuiet' : 'quiet',
    size: 'small',
    'aria-label': `${label}: ${of}`,
    className: cn('whitespace-nowrap', className, toggles && '@min-[52rem]:min-w-34 @min-[52rem]:justify-start'),
  } as const
  const face = (
    <>
      <Icon aria-hidden />
      {label}
    </>
  )
  if (typeof action === 'string') {
    return (
      <Button {...look} asChild>
        <Link href={action}>{face}</Link>
      </Button>
    )
  }
  return (
    <Button {...look} onClick={action} busy={busy ?? false}>
      {face}
    </Button>
  )
}
