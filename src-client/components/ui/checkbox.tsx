import type { ComponentProps } from 'react'
import { cn } from '#client/lib/cn.ts'

/** The system's own box, 24 px; its label is part of the target. */
export function Checkbox({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="checkbox" className={cn('tick', className)} {...rest} />
}
