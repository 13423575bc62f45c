import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../support/paths.ts'
import { findAreaCycles } from './area-cycles.ts'

interface Report {
  modules: { source: string; dependencies: { resolved: string }[] }[]
}

/** Tests are left out: they start the whole program from wherever they are. */
const tests = '(^|/)tests/|\\.test\\.tsx?$|(^|/)test(ing|-helpers)\\.tsx?$'
const depcruise = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', '--exclude', tests]
const report = execFileSync(process.execPath, [depcruise, ...args, ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: Infinity,
})
const imports = (JSON.parse(report) as Report).modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
)
const isOurs = ({ to }: { to: string }) => process.argv.slice(2).includes(to.split('/')[0]!)
const cycles = findAreaCycles(imports.filter(isOurs))
if (cycles.length > 0) console.error(cycles.join('\n'))
process.exit(cycles.length > 0 ? 1 : 0)
