import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseSettings, readSettingsFile } from '../../scripts/bootstrap/settings-file.mjs'

// As systemd.exec(5) says of EnvironmentFile=, and src/basic/env-file.c of systemd does.
test.each<[string, Record<string, string>]>([
  ['A=b', { A: 'b' }],
  ['  A = b c  \n\nB=d', { A: 'b c', B: 'd' }],
  ['A=p&a#s$s(w)o;r*d!', { A: 'p&a#s$s(w)o;r*d!' }],
  ['A=postgres://app:p%26w@db/x?y=z', { A: 'postgres://app:p%26w@db/x?y=z' }],
  ['# A=b\n  ; C=d\nE=f', { E: 'f' }],
  ['A=b # no comment', { A: 'b # no comment' }],
  ['A=', { A: '' }],
  ['A=\nB=c', { A: '', B: 'c' }],
  ['A=one\nA=two', { A: 'two' }],
  ['A="b  c" \r\nB=d\r\n', { A: 'b  c', B: 'd' }],
  [`A='b"c\\d$e'`, { A: 'b"c\\d$e' }],
  [String.raw`A="b\"c\\d\$e\f"`, { A: String.raw`b"c\d$e\f` }],
  [`A="one\ntwo"\nB=c`, { A: 'one\ntwo', B: 'c' }],
  [`A="b" 'c'd`, { A: 'bcd' }],
  [`A=it's "so"`, { A: `it's "so"` }],
  [String.raw`A=b\ c\\d\ `, { A: String.raw`b c\d ` }],
  ['A=b\\\nc\nB=d', { A: 'bc', B: 'd' }],
  ['A=${B}\nB=c', { A: '${B}', B: 'c' }],
])('%j is read as %j', (text, settings) => {
  expect(parseSettings(text)).toEqual(settings)
})

test.each([
  ['A=b\nexport SECRET=geese', 'line 2: this is not NAME=VALUE'],
  ['A=b\n\ngeese', 'line 3: this is not NAME=VALUE'],
  [`A=b\nB='geese`, 'line 2: a quote is never closed'],
])('a file with %j is refused by its line, and nothing of it is shown', (text, message) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'land-alerts.env')
  writeFileSync(file, text)
  const read = () => readSettingsFile(file)
  expect(read).toThrow(`${file}, ${message}`)
  expect(read).not.toThrow(/geese/)
  expect(() => readSettingsFile(path.join(folder, 'none'))).toThrow('Cannot read the settings file')
})
