import type { ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'

type PhoneLinkProps = {
  phone: string
  className?: string
  /** The phone unless given. In a translated sentence, `Trans` fills it in. */
  children?: ReactNode
}

/** A link that calls a phone number. */
export function PhoneLink({ phone, className, children = phone }: PhoneLinkProps) {
  return (
    <a className={cn('whitespace-nowrap', className)} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      {children}
    </a>
  )
}
