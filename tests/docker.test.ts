import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadEnv } from '#shared/node/configuration/env.ts'

/** Compares the Docker files with the program; no test builds the image. */
const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found as string)

const dockerfile = read('Dockerfile')
const compose = read('docker-compose.yml')
const serviceFlags = JSON.parse(read('scripts/service-flags.json')) as string[]
/** The lines of one service. */
const service = (name: string) => new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? ''
const services = all(/^services:\n([\s\S]*?)^\w/m.exec(compose)?.[1] ?? '', /^ {2}(\w+):$/gm)

/** The environment of server and worker without any settings. */
const environment = Object.fromEntries(
  [...compose.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
  ]),
)
const ofImage = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
)

test('server and worker get every variable and no others', () => {
  const known = all(read('.env.example'), /^([A-Z_]+)=/gm)
  // The variables of the image itself, of the migration, and of stand-ins.
  const elsewhere = ['HOST', 'PORT', 'MIGRATE_DATABASE_URL', 'SENDGRID_BASE_URL', 'TWILIO_BASE_URL']
  expect(Object.keys(environment).toSorted()).toEqual(known.filter((name) => !elsewhere.includes(name)).toSorted())
})

test('the environment is a complete configuration that sends mail to the mail catcher', () => {
  const env = loadEnv({ ...ofImage, ...environment })
  expect(env).toMatchObject({
    HOST: '0.0.0.0',
    PORT: 3000,
    EMAIL_TRANSPORT: 'smtp',
    PUBLIC_URL: 'http://localhost:3000',
  })
  for (const address of [env.DATABASE_URL, env.SMTP_URL ?? '']) expect(services).toContain(new URL(address).hostname)
  expect(new URL(env.SMTP_URL ?? '').port).toBe('1025')
  expect(service('server')).toContain(`'127.0.0.1:${env.PORT}:${env.PORT}'`)
  expect(service('server')).toContain(`http://127.0.0.1:${env.PORT}/readyz`)
})

test('the sample secret and passwords work only on this machine', () => {
  expect(() => loadEnv({ ...ofImage, ...environment, PUBLIC_URL: 'https://alerts.example.gov' })).toThrow(
    /APP_SECRET must not be a published sample.*\n.*DATABASE_URL must not contain a password that our guides show/,
  )
})

test('every .env variable that the file reads is explained', () => {
  const explained = [
    ...all(read('.env.example'), /^([A-Z_]+)=/gm),
    ...all(compose, /^#.*?\b(OWNER_DATABASE_PASSWORD)/gm),
    ...all(compose, /^#.*?\b(APP_DATABASE_PASSWORD)/gm),
  ]
  expect(all(compose, /\$\{([A-Z_]+)/g).filter((name) => !explained.includes(name))).toEqual([])
})

test('each image has a version', () => {
  const built = all(compose, /^ {2}image: (\S+)/gm)
  const images = [...all(dockerfile, /^FROM (\S+)/gm), ...all(compose, /^ {4}image: (\S+)/gm)]
  expect(images.length).toBeGreaterThanOrEqual(4)
  expect(images.filter((image) => !built.includes(image) && !/:v?\d+/.test(image))).toEqual([])
})

test('the images use the Node version that the program is written for', () => {
  const major = /wantedMajor = (\d+)/.exec(read('scripts/bootstrap.mjs'))?.[1]
  expect(new Set(all(dockerfile, /^FROM node:(\d+)/gm))).toEqual(new Set([major]))
})

test('PostgreSQL is healthy only when it can be reached over TCP', () => {
  expect(service('postgres')).toMatch(/test: \[CMD, pg_isready, -h, 127\.0\.0\.1,/)
})

test('server and worker run with the flags of a service', () => {
  const command = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
  expect(command).toEqual(['node', ...serviceFlags, 'src-server/main.ts'])
  const worker = /command: \[(.*)\]/.exec(service('worker'))?.[1]?.split(', ')
  expect(worker).toEqual(['node', ...serviceFlags, 'src-worker/main.ts'])
})

const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
/** The sources of the image's files, and its packages. */
const copied = all(lastStage, /^COPY (?!--from)(.*) \S+$/gm).flatMap((files) => files.split(' '))
const { imports, dependencies, scripts } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
const development = /^const development = \[(.*)\]$/m.exec(read('scripts/bootstrap.mjs'))?.[1] ?? ''
/** What the bootstrap starts without development packages. */
const entries = all(Object.values(scripts ?? {}).join('\n'), /((?:src-\w+|scripts)\/\S+\.ts)/g).filter(
  (entry) => !development.includes(`'${entry}'`),
)

test('containers run the commands of npm', () => {
  const run = all(lastStage + compose, /\b((?:src-\w+|scripts)\/[\w/-]+\.ts)\b/g)
  expect(run.length).toBeGreaterThan(2)
  expect(entries).toEqual(expect.arrayContaining(run))
})

/** Everything that an entry point loads, at its start or later: our files and package names. */
function loaded(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found
  found.add(entry)
  const text = read(entry).replaceAll(/^\s*(?:import|export) type [^'"]*?from .*$/gm, '')
  for (const name of [
    ...all(text, /^(?:import [^'\n]*|[^'\n]*\} from )'([^']+)'/gm),
    ...all(text, /\bimport\('([^']+)'\)/g),
  ]) {
    const alias = Object.entries(imports ?? {}).find(([pattern]) => name.startsWith(pattern.replace('*', '')))
    const file = alias
      ? path.normalize(name.replace(alias[0].replace('*', ''), alias[1].replace('*', '')))
      : name.startsWith('.')
        ? path.join(path.dirname(entry), name)
        : undefined
    if (file) loaded(file, found)
    else if (!name.startsWith('node:')) found.add(`package ${/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0]}`)
  }
  return found
}

test.each(entries)('the image contains %s and everything it loads', (entry) => {
  const needed = [...loaded(entry)]
  expect(needed.length).toBeGreaterThan(entry.startsWith('src-') ? 100 : 5)
  const missing = needed.filter((one) =>
    one.startsWith('package ')
      ? !(one.slice('package '.length) in (dependencies ?? {}))
      : !copied.some((folder) => one === folder || one.startsWith(`${folder}/`)),
  )
  expect(missing).toEqual([])
})

test('copied files exist, and .dockerignore excludes what no image should hold', () => {
  expect(copied.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([])
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.data', '.env', 'node_modules']))
})
