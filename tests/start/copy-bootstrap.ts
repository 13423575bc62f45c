import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname, '../..')

/**
 * A repository of its own: the real bootstrap, an entry that does what its first argument says, and a Node that is this
 * one.
 */
export function copyBootstrap(): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'bootstrap-'))
  fs.mkdirSync(path.join(root, 'node_modules/.bin'), { recursive: true })
  fs.mkdirSync(path.join(root, 'scripts'))
  for (const part of ['bootstrap.mjs', 'bootstrap'])
    fs.cpSync(path.join(repository, 'scripts', part), path.join(root, 'scripts', part), { recursive: true })
  fs.symlinkSync(process.execPath, path.join(root, 'node_modules/.bin/node'))
  fs.writeFileSync(path.join(root, 'package.json'), '{ "name": "x", "type": "module" }')
  fs.writeFileSync(
    path.join(root, 'scripts/entry.ts'),
    `const [what, ...rest]: string[] = process.argv.slice(2)
     if (what === 'wait') {
       for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
         process.on(signal, () => { console.log('told', signal); process.exit(5) })
       setInterval(() => {}, 1000)
     }
     console.log(what, ...rest)
     if (what === 'setting') console.log(process.env[rest[0] ?? ''])
     if (what === 'exit') process.exit(Number(rest[0]))
     if (what === 'die') process.kill(process.pid, 'SIGTERM')`,
  )
  return root
}

/** The lock as npm left it in node_modules, and the lock of the repository. */
export function writeLocks(root: string, installed: object | undefined, wanted: object): void {
  const write = (file: string, packages: object) =>
    fs.writeFileSync(path.join(root, file), JSON.stringify({ packages }))
  if (installed) write('node_modules/.package-lock.json', installed)
  write('package-lock.json', { '': { name: 'x' }, ...wanted })
}
