const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A size as a figure: '512 B', '48 MB', '1.2 GB'. */
export function formatBytes(bytes: number): string {
  let size = Math.max(0, bytes)
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${size < 10 && unit > 0 ? Math.round(size * 10) / 10 : Math.round(size)} ${units[unit]}`
}
