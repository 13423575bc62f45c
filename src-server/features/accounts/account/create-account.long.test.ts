import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { createAccount } from './create-account.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const wanted = { username: 'first.admin', password: 'QuietMeadow#42', role: 'FOREVER', email: '' } as const

test('names each field that the rules refuse, and refuses a taken username in any case', async () => {
  const create = (changed: Partial<Record<keyof typeof wanted, string>>) =>
    createAccount(server.deps, { ...wanted, ...changed } as typeof wanted, 'Test.')
  await expect(create({ username: 'x', password: 'Password123!' })).rejects.toMatchObject({
    code: 'refused',
    fields: { username: 'At least 8 characters long.', password: 'Choose a less common password.' },
  })
  await create({})
  await expect(create({ username: 'First.Admin' })).rejects.toMatchObject({
    fields: { username: 'This username is taken.' },
  })
})

// Starting another program takes long on a busy machine.
describe('npm run create-admin', { timeout: 60_000 }, () => {
  const script = path.resolve(import.meta.dirname, '../../../../scripts/create-admin.ts')
  async function run(args: string[], typed = '', databaseUrl = server.database.appUrl) {
    const child = spawn(process.execPath, [script, ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl } as unknown as NodeJS.ProcessEnv,
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.stdin.end(typed)
    const [code] = (await once(child, 'close')) as [number]
    return { code, out, err }
  }

  test('generates a password, prints it once, and that password logs in', async () => {
    const { code, out } = await run(['--username', 'made.for.me', '--generate'])
    expect(code).toBe(0)
    const password = /Password, shown only this once: (\S+)/.exec(out)?.[1] ?? ''
    const browser = await logIn(server.app, { username: 'made.for.me', password })
    expect((await browser.get('currentUser/loginStatus')).body.content).toMatchObject({ role: 'FOREVER' })
  })

  test('takes the password from a pipe and never prints it', async () => {
    const named = ['--username', 'county.clerk', '--role', 'county', '--email', 'Clerk@Alder.example']
    const { code, out, err } = await run(named, 'QuietMeadow#42\n')
    expect([code, err]).toEqual([0, ''])
    expect(out).toBe('Created county.clerk with the role COUNTY.\n')
    expect(out).not.toContain('QuietMeadow#42')
    const clerk = await logIn(server.app, { username: 'county.clerk', password: 'QuietMeadow#42' })
    expect((await clerk.get('currentUser/profile')).body.content).toMatchObject({ email: 'Clerk@Alder.example' })
  })

  test.each([
    ['a weak password', ['--username', 'weak.admin'], 'Password123!\n', 'password: Choose a less common password.'],
    ['no password', ['--username', 'weak.admin'], '', 'password: Required.'],
    ['a bad username', ['--username', 'x'], 'QuietMeadow#42\n', 'username: At least 8 characters long.'],
    [
      'what is no email',
      ['--username', 'weak.admin', '--email', 'x'],
      'QuietMeadow#42\n',
      'email: Enter an email address such as',
    ],
    ['no username', [], '', 'Missing --username'],
    ['a role that is no administrator', ['--username', 'a.resident', '--role', 'USER'], '', 'The role must be'],
  ])('refuses %s in plain words', async (_what, args, typed, message) => {
    const { code, err } = await run(args, typed)
    expect(code).toBe(1)
    expect(err).toContain(message)
    expect(err).not.toContain('    at ')
  })

  test.each([
    ['notaurl', 'The configuration has an error: DATABASE_URL must be an address such as postgres:'],
    ['postgres://app@127.0.0.1:1/alerts', 'Cannot reach the database in DATABASE_URL ('],
  ])('names the variable in one plain line when DATABASE_URL=%s', async (url, line) => {
    const { code, err } = await run(['--username', 'weak.admin', '--generate'], '', url)
    expect([code, err.trim().split('\n').length]).toEqual([1, 1])
    expect(err).toContain(`Nothing was created. ${line}`)
  })

  test('prints its usage for an unknown option', async () => {
    const { code, err } = await run(['--admin'], '')
    expect(code).toBe(2)
    expect(err).toContain('npm run create-admin --')
    expect(err).not.toContain('    at ')
  })
})
