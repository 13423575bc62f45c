import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { download } from './download.ts'
import { getFieldErrors, getErrorMessage, getStatus, requiresLogin } from './errors.ts'

beforeAll(startTexts)

const saved: { name: string; file: Blob }[] = []
let answer: () => Response
const calls: { url: string; body: unknown }[] = []

beforeEach(() => {
  saved.length = 0
  calls.length = 0
  let file: Blob
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    file = given as Blob
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file })
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, body: JSON.parse(String(init.body)) })
    return answer()
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const envelope = (status: number, message: string, content: unknown = null) => {
  answer = () => Response.json({ ok: false, message, lockout: {}, content }, { status })
}
const failure = async () => {
  const error: unknown = await download('report/userReport', { username: '' }).catch((cause: unknown) => cause)
  return {
    message: getErrorMessage(error),
    status: getStatus(error),
    login: requiresLogin(error),
    fields: getFieldErrors(error),
  }
}

test('posts the criteria and saves the file under the name from the server', async () => {
  answer = () => new Response('rows', { headers: { 'content-disposition': 'attachment; filename="users.xlsx"' } })
  expect(await download('userManager/userExport', { statusType: 'A' })).toBe('users.xlsx')
  expect(calls).toEqual([{ url: '/api/userManager/userExport', body: { statusType: 'A' } }])
  expect(saved.map(({ name }) => name)).toEqual(['users.xlsx'])
  expect(await saved[0]?.file.text()).toBe('rows')
})

test('shows a refusal at its fields and saves nothing', async () => {
  envelope(200, 'Please correct the fields shown.', { fields: { fromDate: 'Required.' } })
  expect(await failure()).toMatchObject({
    message: 'Please correct the fields shown.',
    login: false,
    fields: { fromDate: 'Required.' },
  })
  expect(saved).toEqual([])
})

test('a 403 leads to the login page only if logging in would help', async () => {
  envelope(403, 'Please log in.', { status: 'LOGIN' })
  expect(await failure()).toMatchObject({ login: true })
  envelope(403, "You don't have permission to do that.")
  expect(await failure()).toMatchObject({ login: false, message: "You don't have permission to do that." })
})

test('a 500 shows message and status; a response without an envelope shows the status', async () => {
  envelope(500, 'An unexpected error has occurred')
  expect(await failure()).toMatchObject({ message: 'An unexpected error has occurred (500)', status: 500 })
  answer = () => new Response('<h1>Bad Gateway</h1>', { status: 502 })
  expect(await failure()).toMatchObject({ message: 'An unexpected error has occurred (502)' })
})

test('does not save a file that breaks off halfway', async () => {
  answer = () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })
    return new Response(broken, { headers: { 'content-disposition': 'attachment; filename="users.xlsx"' } })
  }
  const { message, status } = await failure()
  expect(message).toContain('could not reach the service')
  expect(status).toBeUndefined()
  expect(saved).toEqual([])
})
