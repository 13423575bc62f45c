/** The browser's console, for what a developer must see and a resident need not. Never personal data. */
export function logWarning(message: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that may
  console.warn(message, cause ?? '')
}
