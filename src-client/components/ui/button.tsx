import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from '#client/lib/cn.ts'

const button = cva(
  [
    'inline-flex items-center justify-center gap-2 rounded-md border-2 border-transparent py-1',
    'font-semibold leading-[1.2] text-center no-underline hover:no-underline',
    'transition-colors duration-(--duration-fast) ease-standard',
    'aria-disabled:cursor-default aria-disabled:opacity-70',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground hover:bg-primary-hover',
        secondary: 'border-primary bg-card text-primary hover:bg-accent hover:text-accent-foreground',
        quiet: 'bg-transparent text-link hover:bg-accent hover:text-accent-foreground',
        danger: 'bg-destructive text-destructive-foreground hover:bg-destructive-hover',
        dangerQuiet: 'bg-transparent text-destructive hover:bg-danger-tint hover:text-danger',
        /** For the header's dark band. */
        header: 'border border-transparent bg-transparent text-header-foreground hover:bg-header-foreground/12',
      },
      size: {
        normal: 'min-h-control px-5 text-base',
        /** For actions in a row: 44 px for residents, 40 in the panel, 44 on touch screens. */
        small: 'min-h-control-sm px-3 text-sm pointer-coarse:min-h-11',
      },
      wide: { true: 'w-full' },
    },
    compoundVariants: [
      { variant: ['quiet', 'dangerQuiet'], class: 'px-3' },
      { variant: 'header', class: 'min-h-11 px-3 max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm' },
    ],
    defaultVariants: { variant: 'primary', size: 'normal' },
  },
)

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof button> & {
    /** Renders its only child (a link) as a button. */
    asChild?: boolean
    /** The button's text while its action runs, such as "Saving…". It stays focusable; a second press does nothing. */
    busy?: string | false
  }

/** A button, or with `asChild` a link that looks like one. `type` is "button" unless said otherwise. */
export function Button({ variant, size, wide, asChild, busy, className, children, onClick, ...rest }: ButtonProps) {
  const look = cn(button({ variant, size, wide }), className)
  if (asChild) {
    return (
      <Slot.Root className={look} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button type="button" className={look} aria-disabled={busy ? true : undefined} onClick={press} {...rest}>
      {busy || children}
    </button>
  )
}
