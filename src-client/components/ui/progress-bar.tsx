import { cn } from '#client/lib/cn.ts'

/** A bar of progress; without a value it only shows that something is running. */
export function ProgressBar({ label, value, max }: { label: string; value?: number; max?: number }) {
  return (
    <progress
      aria-label={label}
      {...(value !== undefined && { value, max })}
      className={cn(
        'h-3 w-full appearance-none overflow-hidden rounded-full border border-input bg-card',
        '[&::-webkit-progress-bar]:bg-card [&::-webkit-progress-value]:bg-primary [&::-moz-progress-bar]:bg-primary',
      )}
    />
  )
}
