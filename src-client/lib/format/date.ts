/** MM/DD/YYYY from 1/2/2026, 1-2-2026 or 01022026. Anything else stays as typed, for validation to name. */
export function formatDate(text: string): string {
  const trimmed = text.trim()
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(trimmed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed)
  if (!parts) return trimmed
  const [, month = '', day = '', year = ''] = parts
  return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`
}
