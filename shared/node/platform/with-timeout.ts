/**
 * The result of some work, or undefined once the time is up; the work itself continues. A result that has arrived in
 * time counts, even if a busy process checks the time first.
 * @param ms milliseconds
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const limit = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => setImmediate(limit.resolve, undefined), ms)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}
