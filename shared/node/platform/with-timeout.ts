/**
 * The result of some work, or undefined once the time is up; the work itself continues.
 * @param ms milliseconds
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const limit = Promise.withResolvers<undefined>()
  const timer = setTimeout(limit.resolve, ms, undefined)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}
