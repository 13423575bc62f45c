import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCurrentBuild, listOwnAssets, markBuildInUse, publishBuild, shareAssets } from './client-folder.ts'

let dist: string
beforeEach(() => {
  dist = fs.mkdtempSync(path.join(os.tmpdir(), 'dist-'))
})
afterEach(() => fs.rmSync(dist, { recursive: true }))

function build(version: string, text = version): boolean {
  const made = path.join(dist, `client-${version}.building-${process.pid}`)
  fs.mkdirSync(made)
  fs.writeFileSync(path.join(made, 'index.html'), text)
  return publishBuild(version, made, dist)
}
const page = () => fs.readFileSync(path.join(findCurrentBuild(dist) ?? '', 'index.html'), 'utf8')
const versions = () => fs.readdirSync(dist).filter((name) => /^client-\w+$/.test(name))

test('gives a new server the newest pages, while a running one keeps its own', () => {
  expect(findCurrentBuild(dist)).toBeUndefined()
  build('a')
  const older = findCurrentBuild(dist) ?? ''
  const release = markBuildInUse(older)
  for (const version of ['b', 'c', 'd', 'e', 'f']) build(version)
  expect(page()).toBe('f')
  expect(fs.readFileSync(path.join(older, 'index.html'), 'utf8')).toBe('a')
  release()
  build('g')
  expect(fs.existsSync(older)).toBe(false)
  expect(versions()).toHaveLength(3)
})

test('keeps the same pages when they are built again, and reuses them without a build', () => {
  build('a')
  build('b')
  build('a', 'built once more')
  expect(page()).toBe('a')
  expect(publishBuild('b', undefined, dist)).toBe(true)
  expect(page()).toBe('b')
  expect(publishBuild('c', undefined, dist)).toBe(false)
  expect(page()).toBe('b')
})

test('ignores what a dead process left behind', () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  fs.mkdirSync(path.join(dist, `client-x.building-${gone}`))
  build('a')
  fs.writeFileSync(path.join(dist, `client-a.used-by-${gone}`), '')
  for (const version of ['b', 'c', 'd']) build(version)
  expect(versions()).toHaveLength(3)
  expect(fs.readdirSync(dist).filter((name) => name.includes(String(gone)))).toEqual([])
})

test("gives two versions each other's scripts, and those of no earlier version", () => {
  const folders = ['a', 'b', 'c'].map((version) => {
    const folder = path.join(dist, `client-${version}`)
    fs.mkdirSync(path.join(folder, 'assets'), { recursive: true })
    fs.writeFileSync(path.join(folder, 'assets', `${version}.js`), version)
    listOwnAssets(folder)
    return folder
  })
  const [a = '', b = '', c = ''] = folders
  // Builds from before the list existed.
  fs.rmSync(path.join(a, 'own-assets.json'))
  shareAssets(b, a)
  shareAssets(c, b)
  expect(folders.map((folder) => fs.readdirSync(path.join(folder, 'assets')).toSorted())).toEqual([
    ['a.js', 'b.js'],
    ['a.js', 'b.js', 'c.js'],
    ['b.js', 'c.js'],
  ])
  expect(fs.readFileSync(path.join(c, 'assets/b.js'), 'utf8')).toBe('b')
})
