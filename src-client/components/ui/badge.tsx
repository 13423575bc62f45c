import { cva, type VariantProps } from 'class-variance-authority'
import { BellOff, CircleCheck, CirclePause, CircleX, Clock, History, Lock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'

const badge = cva(
  'inline-flex max-w-full items-center gap-[0.375em] sm:whitespace-nowrap rounded-sm border py-[0.1em] pe-[0.6em] ps-[0.45em] text-sm font-semibold print:bg-transparent print:text-inherit',
  {
    variants: {
      tone: {
        neutral: 'border-neutral-edge bg-neutral-tint text-neutral',
        success: 'border-success-edge bg-success-tint text-success',
        warning: 'border-warning-edge bg-warning-tint text-warning',
        danger: 'border-danger-edge bg-danger-tint text-danger',
        info: 'border-info-edge bg-info-tint text-info',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

type BadgeProps = VariantProps<typeof badge> & { icon: LucideIcon; className?: string; children: ReactNode }

/** Shape, word, color, in that order, so that it also works in grayscale. */
export function Badge({ tone, icon: Icon, className, children }: BadgeProps) {
  return (
    <span className={cn(badge({ tone }), className)}>
      <Icon className="size-[1.05em]" aria-hidden />
      {children}
    </span>
  )
}

const statuses = {
  VERIFIED: { tone: 'success', icon: CircleCheck },
  VERIFICATION_NEEDED: { tone: 'warning', icon: Clock },
  ACTIVE: { tone: 'success', icon: CircleCheck },
  INACTIVE: { tone: 'neutral', icon: CirclePause },
  PENDING: { tone: 'warning', icon: Clock },
  LOCKED: { tone: 'danger', icon: Lock },
  STOPPED: { tone: 'danger', icon: CircleX },
  NOTHING_SENT: { tone: 'warning', icon: BellOff },
  MIGRATED: { tone: 'info', icon: History },
} as const

export type Status = keyof typeof statuses

/** A badge for one of the fixed statuses. */
export function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation()
  return <Badge {...statuses[status]}>{t(`status.${status}`)}</Badge>
}

const alertStatus = { A: 'ACTIVE', I: 'INACTIVE', P: 'PENDING', L: 'LOCKED' } as const satisfies Record<string, Status>

/** The status for a one-letter code of the API: of an alert (A, I, P) or of a user (also L). */
export function statusFromCode(code: keyof typeof alertStatus): Status {
  return alertStatus[code]
}
