import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createAccount } from '#server/features/accounts/account/create-account.ts'
import { newPasswordProblem } from '#server/features/accounts/account/new-password.ts'
import { AppError } from '#shared/contract/errors.ts'
import { type Role, rights, roles } from '#shared/contract/roles.ts'
import { loadStateCode } from '#shared/node/configuration/env.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { schemaProblem } from '#shared/node/platform/migrate/schema-problem.ts'
import { openDatabase } from './readers/open-database.ts'

const help = `Creates the first administrator of a county, in the database at DATABASE_URL or in the running demo.

  npm run create-admin -- --username NAME --email ADDRESS [--role FOREVER|TRIMIN|COUNTY] [--generate]

The role is FOREVER unless you name another. Without --email, a forgotten password can be reset by another
administrator only. The command asks for the password without showing it (or reads the
first line of a pipe); with --generate it creates one and prints it once.`

/** An error that the user can fix, reported in one line. */
class Refused extends Error {}

function readRequest() {
  const values = readOptions(help, {
    username: { type: 'string' },
    role: { type: 'string', default: 'FOREVER' },
    email: { type: 'string', default: '' },
    generate: { type: 'boolean', default: false },
  })
  const role = roles.find((known) => known === values.role.toUpperCase() && rights[known].controlPanel)
  if (!values.username) throw new Refused(`Missing --username.\n\n${help}`)
  if (!role) throw new Refused(`The role must be FOREVER, TRIMIN or COUNTY.\n\n${help}`)
  return { ...values, username: values.username, role: role as Role }
}

const anywhere = { county: { countyName: '', appTitle: '', stateCode: '' }, person: {} }

/** Four groups of letters and digits that are hard to confuse, and one special character. */
async function makePassword(): Promise<string> {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  for (;;) {
    const text = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
    const password = `${text.slice(0, 10)}#${text.slice(10)}`
    if ((await newPasswordProblem(password, anywhere)) === undefined) return password
  }
}

async function askPassword(): Promise<string> {
  const hidden = process.stdin.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden ? silent : undefined, terminal: hidden })
  const ask = async (label: string) => {
    if (hidden) process.stderr.write(label)
    const answer = await lines.question('')
    if (hidden) process.stderr.write('\n')
    return answer
  }
  try {
    if (!hidden) return (await lines[Symbol.asyncIterator]().next()).value ?? ''
    const password = await ask('Password (not shown): ')
    if (password !== (await ask('Repeat the password: '))) throw new Refused('The passwords do not match.')
    return password
  } finally {
    lines.close()
  }
}

async function run(): Promise<void> {
  const { username, role, email, generate } = readRequest()
  const env = loadStateCode()
  const { db, pool, end } = await openDatabase()
  try {
    const problem = await schemaProblem(pool)
    if (problem) throw new Refused(problem)
    const password = generate ? await makePassword() : await askPassword()
    await createAccount({ db, env }, { username, password, role, email }, 'Created with npm run create-admin.')
    console.log(`Created ${username} with the role ${role}.`)
    if (!email)
      console.log(
        'It has no email, so a forgotten password can be reset by another administrator only. Add one in the profile.',
      )
    if (generate) console.log(`Password, shown only this once: ${password}`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const messages = Object.entries(error.fields).map(([field, message]) => `${field}: ${message}`)
    throw new Refused(messages.join('\n') || error.message)
  } finally {
    await end()
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Refused ? error.message : `Nothing was created. ${(error as Error).message}`)
  process.exitCode = 1
}
