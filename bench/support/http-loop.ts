import { Pool } from 'undici'
import { seconds } from './measure.ts'

type HttpLoop = {
  url: string
  path: string
  connections: number
  requests: number
  headers: Record<string, string>
  body: (request: number) => string
  /** Called with the text of each answer, to check it. */
  onAnswer?: (status: number, text: string) => void
}

/**
 * Posts over keep-alive connections, one request at a time on each, and does nothing else.
 * @returns requests per second
 * @throws Error if a status is not 2xx
 */
export async function httpLoop({
  url,
  path,
  connections,
  requests,
  headers,
  body,
  onAnswer,
}: HttpLoop): Promise<number> {
  const pool = new Pool(url, { connections, pipelining: 1 })
  let next = 0
  const run = async () => {
    while (next < requests) {
      const answer = await pool.request({ path, method: 'POST', headers, body: body(next++) })
      const text = await answer.body.text()
      if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`)
      onAnswer?.(answer.statusCode, text)
    }
  }
  const taken = await seconds(() => Promise.all(Array.from({ length: connections }, run)))
  await pool.close()
  return requests / taken
}
