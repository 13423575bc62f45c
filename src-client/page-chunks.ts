import type { Plugin } from 'vite'

type Modules = { getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null }

/** They import every part of Radix and zod, and every icon, so their imports do not show which parts a page uses. */
const barrel =
  /node_modules[\\/](?:radix-ui[\\/]|zod[\\/]v4[\\/]core[\\/]index|lucide-react[\\/]dist[\\/]esm[\\/]lucide-react)/

/**
 * Whether a module is one of these, or imports one directly or through others.
 * @param isRoot whether the imports begin with this module
 */
export function importedFrom(isRoot: (id: string, modules: Modules) => boolean) {
  const known = new Map<string, boolean>()
  return (id: string, modules: Modules): boolean => {
    const answered = known.get(id)
    if (answered !== undefined) return answered
    const above = new Set([id])
    for (const one of above) {
      if (known.get(one) ?? isRoot(one, modules)) {
        known.set(id, true)
        return true
      }
      const importers = modules.getModuleInfo(one)?.importers.filter((importer) => !barrel.test(importer)) ?? []
      for (const importer of importers) above.add(importer)
    }
    for (const one of above) known.set(one, false)
    return false
  }
}

const base = 'app[\\\\/]page-base'
const endingWith = (paths: string) => new RegExp(`[\\\\/](?:${paths})\\.tsx?$`)

/** The pages that a phone should show soon, by what each imports when it opens (app/app.tsx, app/routes.ts). */
const pages = {
  home: endingWith(`${base}|home[\\\\/]home-page`),
  alert: endingWith(`${base}|setup[\\\\/]alert-setup`),
  register: endingWith(`${base}|registration[\\\\/]register-page`),
}
type Page = keyof typeof pages
const pageNames = Object.keys(pages) as Page[]

const neededBy = Object.fromEntries(
  Object.entries(pages).map(([page, roots]) => [page, importedFrom((id) => roots.test(id))]),
) as Record<Page, ReturnType<typeof importedFrom>>

/** What all pages have in common, what both forms have in common, and the rest of each page. */
const chunkNames = ['pages', 'forms', ...pageNames] as const

/**
 * Many pages share them, and which ones is not known (`barrel`): without this, each would join the chunk of the first
 * page that uses it.
 */
const icons = /node_modules[\\/]lucide-react[\\/]/

function chooseChunk(id: string, modules: Modules): (typeof chunkNames)[number] | undefined {
  if (icons.test(id)) return 'pages'
  const needing = pageNames.filter((page) => neededBy[page](id, modules))
  if (needing.length <= 1) return needing[0]
  return needing.includes('home') ? 'pages' : 'forms'
}

/**
 * The chunks of those pages. Otherwise the bundler would make forty small files, each a round trip for a phone. It adds
 * to a group the imports of its modules, unless an earlier group has them: so the common groups are first.
 */
export const pageChunks = chunkNames.map((chunk) => ({
  name: (id: string, modules: Modules) => (chooseChunk(id, modules) === chunk ? chunk : null),
  debugName: chunk,
}))

/** What the server reads (src-server/http/client-files.ts). */
const fileName = 'page-chunks.json'

/** Writes the chunks of each page to a file: the server names them in the answer, so that they load with the page. */
export function listPageChunks(): Plugin {
  return {
    name: 'list-page-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const withImports = (files: readonly string[], found = new Set<string>()): Set<string> => {
        for (const file of files) {
          if (found.has(file)) continue
          found.add(file)
          withImports(chunks.find((chunk) => chunk.fileName === file)?.imports ?? [], found)
        }
        return found
      }
      const first = withImports(chunks.filter(({ isEntry }) => isEntry).map((chunk) => chunk.fileName))
      const lists = pageNames.map((page) => {
        const roots = chunks.filter(({ facadeModuleId }) => facadeModuleId && pages[page].test(facadeModuleId))
        return [page, [...withImports(roots.map((chunk) => chunk.fileName))].filter((file) => !first.has(file))]
      })
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(Object.fromEntries(lists)) })
    },
  }
}
