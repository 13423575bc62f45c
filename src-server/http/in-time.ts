/**
 * The outcome of work, or an error once the time is up; the work itself goes on.
 * @param ms milliseconds
 */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error('It took too long.')), ms)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}
