import type { ComponentProps } from 'react'
import { cn } from '#client/lib/cn.ts'

/** A box of 24 px (styles/parts.css, `.tick`); its label is part of the target. */
export function Checkbox({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="checkbox" className={cn('tick', className)} {...rest} />
}
