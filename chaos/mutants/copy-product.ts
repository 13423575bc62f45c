import fs from 'node:fs'
import path from 'node:path'
import { readMigrations } from '#shared/node/platform/migrate/read-migrations.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { applyEdits, type Mutant } from './mutant.ts'

const productRoot = path.resolve(import.meta.dirname, '../..')
/** What servers, workers and migrations load. */
const parts = ['shared', 'src-server', 'src-worker', 'migrations', 'scripts', 'chaos/children', 'package.json']

type Copy = {
  /** The folder that takes the place of the repository's. */
  root: string
  remove(): void
}

/**
 * Copies the product into a temporary folder and plants a fault there. The copy is removed when this process ends, in
 * any way.
 * @throws Error if an edit does not fit
 */
export function copyProduct({ edits = [], sql }: Pick<Mutant, 'edits' | 'sql'>): Copy {
  const { path: root, remove } = makeTemporaryFolder('mutant')
  try {
    for (const part of parts)
      fs.cpSync(path.join(productRoot, part), path.join(root, part), {
        recursive: true,
        filter: (file) => !/\.test\.tsx?$/.test(file),
      })
    fs.symlinkSync(path.join(productRoot, 'node_modules'), path.join(root, 'node_modules'), 'dir')
    for (const [file, ofFile] of Map.groupBy(edits, (edit) => edit.file)) {
      const target = path.join(root, file)
      fs.writeFileSync(target, applyEdits(fs.readFileSync(target, 'utf8'), ofFile))
    }
    if (sql !== undefined) addMigration(path.join(root, 'migrations'), sql)
    return { root, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function addMigration(folder: string, sql: string): void {
  const version = String(readMigrations(folder).length + 1).padStart(4, '0')
  fs.writeFileSync(path.join(folder, `${version}-mutant.sql`), `${sql};\n`)
}
