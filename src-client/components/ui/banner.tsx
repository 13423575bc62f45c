import { cva, type VariantProps } from 'class-variance-authority'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
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

type BannerProps = VariantProps<typeof banner> & { className?: string; children: ReactNode }

/**
 * A message that stays, for login and for pages that failed to load. Errors interrupt a screen reader; the rest wait.
 */
export function Banner({ tone, className, children }: BannerProps) {
  const Icon = icons[tone ?? 'info']
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={cn(banner({ tone }), className)}>
      <Icon className="mt-[0.05em] size-6" aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
