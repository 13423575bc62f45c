import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { cn } from '#client/lib/cn.ts'

const look =
  'inline-flex min-h-7 items-center rounded-full bg-accent px-2.5 text-sm font-semibold text-accent-foreground no-underline'

/** "14 more": a plain count or, with `href`, a link to the rest. */
export function MorePill({ href, children }: { href?: string; children: ReactNode }) {
  if (!href) return <span className={look}>{children}</span>
  return (
    <Link href={href} className={cn(look, 'hover:underline pointer-coarse:min-h-11')}>
      {children}
    </Link>
  )
}
