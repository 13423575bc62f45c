import { SingleBar } from 'cli-progress'

/** Shows a bar while `work` runs, at a terminal only. */
export async function withProgress<T>(
  what: string,
  work: (onProgress: (progress: { step: string; share: number }) => void) => Promise<T>,
): Promise<T> {
  const format = `${what}  {bar}  {percentage} %  {step}`
  const bar = new SingleBar({ format, hideCursor: true, noTTYOutput: false, clearOnComplete: true })
  bar.start(100, 0, { step: '' })
  try {
    return await work(({ step, share }) => bar.update(Math.floor(100 * Math.min(share, 1)), { step }))
  } finally {
    bar.stop()
  }
}

export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const formatSize = (bytes: number): string =>
  bytes < 1e5
    ? `${Math.ceil(bytes / 1e3)} kB`
    : `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: bytes < 1e8 ? 1 : 0 })} MB`

/** @returns what it took since, in seconds */
export function startClock(): () => string {
  const from = performance.now()
  return () => `${((performance.now() - from) / 1000).toFixed(1)} s`
}
