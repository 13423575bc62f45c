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

/**
 * A text of the catalog with a phone as a link, at its `<phone>`. For the pages that load first: `Trans`, which fills in
 * any element, is as large as all their texts.
 */
export function TextWithPhone({ text, phone }: { text: string; phone: string }) {
  const [before, number, after] = text.split(/<phone>(.*?)<\/phone>/)
  return (
    <>
      {before}
      {number !== undefined && <PhoneLink phone={phone}>{number}</PhoneLink>}
      {after}
    </>
  )
}
