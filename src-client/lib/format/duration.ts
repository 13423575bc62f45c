const units = [
  { seconds: 24 * 3600, item: 'day', many: 'days' },
  { seconds: 3600, item: 'h', many: 'h' },
  { seconds: 60, item: 'min', many: 'min' },
] as const

/** A duration: '4 s', '2 min', '19 h', '3 days'; with a tenth below ten seconds. */
export function formatDuration(seconds: number): string {
  if (seconds < 9.95) return `${Math.round(Math.max(0, seconds) * 10) / 10} s`
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  // Hours up to two days: 24 h is a familiar figure.
  const unit =
    units.find((item) => seconds >= (item.item === 'day' ? 2 * item.seconds : item.seconds * 0.99)) ?? units[2]
  const count = Math.max(1, Math.round(seconds / unit.seconds))
  return `${count} ${count === 1 ? unit.item : unit.many}`
}
