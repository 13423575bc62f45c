import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname, '../..')

/**
 * Follows the Dockerfile without Docker: each stage is a folder, in which its commands run with this Node. Installs the
 * packages for the tests from npm's cache, and missing ones from the registry.
 * @param folder where to make the stages; empty
 * @returns the last stage's folder, its environment, and the arguments of its `node`
 * @throws Error with the output of a command that fails
 */
export function buildImage(folder: string): { root: string; env: Record<string, string>; command: string[] } {
  const steps = fs
    .readFileSync(path.join(repository, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(Boolean)
  const image = { root: '', env: {} as Record<string, string>, command: [] as string[] }
  for (const step of steps) {
    const [instruction = '', ...words] = step.split(/\s+/)
    if (instruction === 'FROM') {
      image.root = path.join(folder, words[2] ?? 'image')
      fs.mkdirSync(image.root)
    } else if (instruction === 'COPY') copy(words, image.root, folder)
    else if (instruction === 'ENV') image.env = Object.fromEntries(words.map((word) => word.split('=', 2)))
    else if (instruction === 'CMD') image.command = (JSON.parse(words.join(' ')) as string[]).slice(1)
    // A folder of the image's root is no folder of this machine.
    else if (instruction === 'RUN' && !/\s\//.test(step)) run(words.join(' '), image.root)
  }
  return image
}

/** `COPY [--from=STAGE] SOURCE… TARGET`. */
function copy(words: string[], root: string, folder: string): void {
  const stage = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1]
  const sources = words.slice(stage ? 1 : 0, -1)
  const target = words.at(-1) ?? ''
  for (const source of sources) {
    const from = stage ? path.join(folder, stage, source.replace('/app/', '')) : path.join(repository, source)
    const to = path.join(root, target, target.endsWith('/') ? path.basename(source) : '')
    fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  }
}

function run(command: string, cwd: string): void {
  const { NODE_ENV: _test, ...env } = process.env
  const PATH = `${path.dirname(process.execPath)}:${env.PATH}`
  execFileSync('/bin/sh', ['-c', command], {
    cwd,
    env: { ...env, PATH, npm_config_prefer_offline: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
