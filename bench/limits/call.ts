import type { Pool } from 'undici'

export const mailPath = '/v3/mail/send'
export const mailHeaders = { 'content-type': 'application/json', authorization: 'Bearer SG.benchmark' }

/** Turns one message of ours into that of another notice: the same bytes but for its id. */
export const messageFor = (sample: string, noticeId: number): string =>
  sample.replace(/"notice":"\d+"/, `"notice":"${noticeId}"`)

type Called = { id: number; message: string; calledAt: Date }

/** Posts a message and reads the provider's id of it. */
export async function call(provider: Pool, id: number, body: string | Buffer): Promise<Called> {
  const calledAt = new Date()
  const answer = await provider.request({ path: mailPath, method: 'POST', headers: mailHeaders, body })
  await answer.body.dump()
  if (answer.statusCode !== 202) throw new Error(`The provider answered ${answer.statusCode}.`)
  return { id, message: String(answer.headers['x-message-id']), calledAt }
}
