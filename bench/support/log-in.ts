import { request } from 'undici'

/** @returns the cookie of a new session */
export async function logIn(address: string, username: string, password: string): Promise<string> {
  const answer = await request(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ username, password }),
  })
  if (answer.statusCode !== 200) throw new Error(`Login: ${answer.statusCode} ${await answer.body.text()}`)
  await answer.body.dump()
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((set) => set.split(';')[0])
    .join('; ')
}
