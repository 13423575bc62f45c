import type { ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'

type PhoneLinkProps = {
  phone: string
  className?: string
  /** The phone unless given: a translated sentence puts it there. */
  children?: ReactNode
}

/** A phone number that a press calls. */
export function PhoneLink({ phone, className, children = phone }: PhoneLinkProps) {
  return (
    <a className={cn('whitespace-nowrap', className)} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      {children}
    </a>
  )
}
