import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** What the pages for people say of files, commands and variables, held against what is there. */
const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const docs = fs.readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'))
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docs.map((file) => `docs/${file}`)]
const commands = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found as string)

describe.each(pages)('%s', (page) => {
  const text = read(page)

  test('links to what is there', () => {
    const links = all(text, /\]\(([^)#]+)[^)]*\)/g).filter((link) => !/^\w+:/.test(link))
    const missing = links.filter((link) => !fs.existsSync(path.resolve(root, path.dirname(page), link)))
    expect(missing).toEqual([])
  })

  test('names files of this repository that are there', () => {
    const files = all(text, /`((?:shared|src-\w+|migrations|scripts|tests|bench|chaos|docs)\/[\w./-]+)`/g)
    const missing = files.filter((file) => !file.includes('NNNN') && !fs.existsSync(path.join(root, file)))
    expect(missing).toEqual([])
  })

  test('names commands that there are', () => {
    expect(all(text, /npm run ([a-z:-]+)/g).filter((command) => !commands.includes(command))).toEqual([])
  })
})

test('README has every command', () => {
  const text = read('README.md')
  const named = ['start', 'test', ...all(text, /npm run ([a-z:-]+)/g)]
  expect(commands.filter((command) => !named.includes(command))).toEqual([])
})

test('README has every variable, and no other', () => {
  const rows = all(read('README.md'), /^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)
  const told = rows.flatMap((row) => all(row, /`(\w+)`/g))
  expect(told.toSorted()).toEqual(all(read('.env.example'), /^([A-Z_]+)=/gm).toSorted())
})
