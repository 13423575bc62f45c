import type { ComponentProps } from 'react'
import { cn } from '#client/lib/cn.ts'

/** A control's label. `htmlFor` connects it with the control. */
export function Label({ className, children, ...rest }: ComponentProps<'label'>) {
  return (
    <label className={cn('font-semibold leading-[1.4]', className)} {...rest}>
      {children}
    </label>
  )
}
