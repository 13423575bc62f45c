import type { ComponentProps } from 'react'
import { cn } from '#client/lib/cn.ts'

const control = [
  'w-full min-w-0 min-h-control rounded-md border-[1.5px] border-input bg-card px-3.5 py-1.5',
  'text-base leading-[1.4] text-foreground',
  'aria-invalid:border-2 aria-invalid:border-danger-edge',
  'disabled:cursor-not-allowed disabled:border-dashed disabled:bg-muted disabled:text-muted-foreground',
]

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(control, className)} {...rest} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cn(control, 'resize-y py-2.5', className)} rows={3} {...rest} />
}

/** The system's own select, which every phone and screen reader supports. */
export function NativeSelect({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={cn(control, 'select-arrow pe-11', className)} {...rest} />
}
