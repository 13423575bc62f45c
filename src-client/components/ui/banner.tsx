import { cva, type VariantProps } from 'class-variance-authority'
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'

const banner = cva('flex gap-3 rounded-md border border-s-[6px] px-4 py-3.5 [&_a]:font-semibold [&_a]:text-inherit', {
  variants: {
    tone: {
      info: 'border-info-edge bg-info-tint text-info',
      success: 'border-success-edge bg-success-tint text-success',
      warning: 'border-warning-edge bg-warning-tint text-warning',
      danger: 'border-danger-edge bg-danger-tint text-danger',
    },
  },
  defaultVariants: { tone: 'info' },
})

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

type BannerProps = VariantProps<typeof banner> & {
  className?: string
  /** Instead of the tone's own. */
  icon?: LucideIcon
  /** Whether it is in a region that is announced anyway. */
  isPart?: boolean
  children: ReactNode
}

/**
 * A message that stays, for login and for pages that failed to load. Errors interrupt a screen reader; the rest wait.
 */
export function Banner({ tone, className, icon, isPart = false, children }: BannerProps) {
  const Icon = icon ?? icons[tone ?? 'info']
  const role = tone === 'danger' ? 'alert' : 'status'
  return (
    <div role={isPart ? undefined : role} className={cn(banner({ tone }), className)}>
      <Icon className="mt-[0.05em] size-6" aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
