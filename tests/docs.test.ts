import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rollHeaders } from '#shared/contract/roll.ts'

/** Compares the files, commands and variables named in the documentation with reality. */
const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const docs = fs.readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'))
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...docs.map((file) => `docs/${file}`)]
const commands = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found as string)

const variables = all(read('.env.example'), /^([A-Z_]+)=/gm)
/**
 * Names in capitals that are not variables of server or worker: the variables of the tests and of etcd, tables of the
 * legacy version, orders of names.
 */
const otherNames = new Set([...Object.values(rollHeaders), 'CHROMIUM_PATH', 'LOCAL_DATABASE', 'SETTINGS_FILE'])

/** The headings of a page, as GitHub links to them. */
const anchorsOf = (text: string): string[] =>
  all(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

/** Every file outside the folders of git, packages and builds, from the root. */
const files = fs
  .globSync('**/*', { cwd: root, exclude: (name) => /(^|\/)(node_modules|dist|\.git|\.data)$/.test(name) })
  .map((file) => file.replaceAll(path.sep, '/'))
/** A path counts from the root or from the page that names it; a bare name means a file anywhere. */
const isFile = (name: string, from: string) =>
  name.includes('/')
    ? fs.existsSync(path.join(root, name)) || fs.existsSync(path.resolve(root, path.dirname(from), name))
    : files.some((file) => path.basename(file) === name)
/** In a comment, the end of a path is enough. */
const isNamed = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))
/** Names of files that may appear later. */
const elsewhere = new Set(['migrations/NNNN-name.sql', 'verb-noun.ts'])

describe.each(pages)('%s', (page) => {
  const text = read(page)

  test('links to existing files and headings', () => {
    const links = all(text, /\]\(([^)#]+)[^)]*\)/g).filter((link) => !/^\w+:/.test(link))
    const missing = links.filter((link) => !fs.existsSync(path.resolve(root, path.dirname(page), link)))
    expect(missing).toEqual([])
  })

  test('links to headings that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]*)#([^)]+)\)/g)].filter(([, file]) => !/^\w+:/.test(file ?? ''))
    const missing = links
      .map(([, file, anchor]) => ({ file: file ? path.join(path.dirname(page), file) : page, anchor: anchor ?? '' }))
      .filter(({ file, anchor }) => !anchorsOf(read(file)).includes(anchor))
    expect(missing).toEqual([])
  })

  test('names variables of the environment that there are', () => {
    const named = all(text, /`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g)
    expect(
      named.filter((name) => !variables.includes(name) && !otherNames.has(name) && !name.startsWith('ETCD_')),
    ).toEqual([])
  })

  test('names files and folders that exist', () => {
    // A file of another repository is named with its version, at `001b93c`.
    const named = all(
      text,
      /`((?:(?:shared|src-\w+|migrations|scripts|tests|bench|chaos|docs)\/[\w./-]+)|(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|cjs|sql|md))`(?! at `)/g,
    )
    expect(named.filter((file) => !elsewhere.has(file) && !isFile(file, page))).toEqual([])
  })

  test('names existing commands', () => {
    expect(all(text, /npm run ([a-z:-]+)/g).filter((command) => !commands.includes(command))).toEqual([])
  })
})

test('README maps folders that are there, and every feature', () => {
  const [, map = ''] = /```\n(shared\/[\s\S]*?)```/.exec(read('README.md')) ?? []
  let top = ''
  const folders: string[] = []
  // Two levels: 'src-server/', and below it ' http/ trpc/ the edge'. Continued lines are indented further.
  for (const [, indent = '', names = ''] of map.matchAll(/^( {0,2})((?:[\w-]+\/)+(?: (?:[\w-]+\/)+)*)/gm)) {
    if (indent === '') top = /^[\w-]+\//.exec(names)?.[0] ?? ''
    folders.push(...names.split(' ').map((name) => (indent === '' ? name : top + name)))
  }
  expect(folders.length).toBeGreaterThan(25)
  expect(folders.filter((folder) => !fs.existsSync(path.join(root, folder)))).toEqual([])
  const [, features = ''] = /use cases and queries: ([\s\S]*?)\n {2}\w/.exec(map) ?? []
  const there = fs.readdirSync(path.join(root, 'src-server/features'))
  expect(features.split(/,\s+/).toSorted()).toEqual(there.toSorted())
})

test('README has every command', () => {
  const text = read('README.md')
  const named = ['start', 'test', ...all(text, /npm run ([a-z:-]+)/g)]
  expect(commands.filter((command) => !named.includes(command))).toEqual([])
})

test('README lists exactly the variables that exist', () => {
  const rows = all(read('README.md'), /^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)
  const told = rows.flatMap((row) => all(row, /`(\w+)`/g))
  expect(told.toSorted()).toEqual(variables.toSorted())
})

test('the README example posts a record to the demo with its key', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'readme-'))
  onTestFinished(() => fs.rmSync(home, { recursive: true }))
  fs.mkdirSync(path.join(home, '.data'))
  fs.writeFileSync(
    path.join(home, '.data/demo.json'),
    JSON.stringify({ url: 'http://127.0.0.1:4567', users: [], feedKey: 'feed_of-the-demo' }),
  )
  // Replaces curl with a script that records its arguments.
  const told = `#!/bin/sh\nexec node -p 'JSON.stringify(process.argv.slice(1))' -- "$@"\n`
  fs.writeFileSync(path.join(home, 'curl'), told, { mode: 0o755 })
  const [, command = ''] = /```\n(curl [^`]*)```/.exec(read('README.md')) ?? []
  const answer = execFileSync('sh', ['-c', command], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: [home, path.dirname(process.execPath), '/usr/bin', '/bin'].join(path.delimiter) },
  })
  const said = JSON.parse(answer) as string[]
  expect(said).toContain('http://127.0.0.1:4567/ingest/v1/events')
  expect(said).toContain('Authorization: Bearer feed_of-the-demo')
  const { events } = JSON.parse(said.at(-1) ?? '') as { events: { recordedAt: string }[] }
  expect(events).toMatchObject([
    { documentIdentifier: '2026-900001', recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ])
})

test('comments name files that exist', () => {
  const sources = files.filter((file) => /^(shared|src-\w+|scripts|tests|bench|chaos)\/.*\.(tsx?|mjs)$/.test(file))
  expect(sources.length).toBeGreaterThan(1000)
  const wrong = sources.flatMap((file) =>
    all(read(file), /(\/\*\*[\s\S]*?\*\/|^\s*\/\/ .*)/gm).flatMap((comment) =>
      all(comment, /(?<![\w.:/-])((?:[\w-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|cjs|sql|md))\b/g)
        .filter((name) => !elsewhere.has(name) && !isNamed(name))
        .map((name) => `${file}: ${name}`),
    ),
  )
  expect(wrong).toEqual([])
})
