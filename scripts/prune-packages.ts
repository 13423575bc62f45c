import fs from 'node:fs'
import path from 'node:path'
import { listFontPackages } from '#server/features/reports/pdf/font-files.ts'

/**
 * Removes from node_modules what server and worker never read. The Dockerfile runs it after `npm ci --omit=dev`:
 *   node scripts/prune-packages.ts
 */
const root = path.resolve(import.meta.dirname, '..')
const packages = path.join(root, 'node_modules')
const remove = (file: string) => fs.rmSync(file, { recursive: true, force: true })
const listFiles = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))

// Our optional packages are copies of Node and PostgreSQL, which the image has or reaches elsewhere. A development
// package is still installed if another package names it as a peer, as tRPC names TypeScript.
const { devDependencies, optionalDependencies } = JSON.parse(
  fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
) as Record<'devDependencies' | 'optionalDependencies', Record<string, string>>
for (const name of Object.keys({ ...devDependencies, ...optionalDependencies })) remove(path.join(packages, name))

// The fonts' other weights and formats; their licenses stay.
for (const { folder, files } of listFontPackages()) {
  const isKept = (file: string) => files.includes(file) || /^(package\.json|license.*)$/i.test(path.basename(file))
  listFiles(folder)
    .filter((file) => !isKept(file))
    .forEach(remove)
}

// Type declarations, source maps, and links to the programs of packages that are gone.
for (const file of listFiles(packages)) if (/\.d\.[cm]?ts$|\.map$/.test(file) || !fs.existsSync(file)) remove(file)
