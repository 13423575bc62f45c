import http from 'node:http'

/**
 * Announces a body and sends none of it.
 * @returns the response status, or 'waits' if the server waits for the body
 */
export function announceBody(
  address: string,
  path: string,
  headers: Record<string, string>,
  length: number,
): Promise<number | 'waits'> {
  return new Promise((resolve, reject) => {
    const request = http.request(address + path, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': String(length) },
    })
    const timer = setTimeout(() => finish('waits'), 5_000)
    const finish = (status: number | 'waits') => {
      clearTimeout(timer)
      request.on('error', () => {}).destroy()
      resolve(status)
    }
    request.on('response', ({ statusCode }) => finish(statusCode ?? 0)).on('error', reject)
    request.flushHeaders()
  })
}
