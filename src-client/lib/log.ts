/** Writes to the browser's console, for developers and not for residents. Never personal data. */
export function logWarning(message: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that may
  console.warn(message, cause ?? '')
}
