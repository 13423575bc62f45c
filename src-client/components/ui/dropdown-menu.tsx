import { DropdownMenu as Menu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'

type DropdownMenuProps = { trigger: ReactNode; label: string; children: ReactNode }

/**
 * A menu of acts under a button. Not modal: the modal kind locks scrolling with an inline style sheet, which the
 * content security policy refuses.
 */
export function DropdownMenu({ trigger, label, children }: DropdownMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          aria-label={label}
          align="end"
          sideOffset={8}
          collisionPadding={16}
          className="z-40 min-w-48 animate-appear rounded-lg border border-border bg-popover p-1.5 text-foreground shadow-popover"
        >
          {children}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

type ItemProps = ComponentProps<typeof Menu.Item> & { destructive?: boolean }

export function DropdownMenuItem({ destructive, className, ...rest }: ItemProps) {
  return (
    <Menu.Item
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-base font-semibold no-underline',
        'data-highlighted:bg-accent data-highlighted:text-accent-foreground',
        destructive ? 'text-destructive' : 'text-foreground',
        className,
      )}
      {...rest}
    />
  )
}
