/** A five-digit zip; of a pasted ZIP+4 the first five. Anything else stays, so that the check can name it. */
export function formatZip(text: string): string {
  const compact = text.replace(/\s/g, '')
  return /^\d{5}-?\d{4}$/.test(compact) ? compact.slice(0, 5) : compact
}
