import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { serverPages } from '../shared/contract/server-pages.ts'
import { defineConfig, type Plugin } from 'vite'

const squeezeWith = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) }
/** Scripts of the folder `public`, which are no part of the bundle. */
const copiedScripts = ['start.js', 'page.js']
const compressible = /\.(js|css|html|svg)$/

/** Writes .br and .gz next to each text asset at build time, so that the server never compresses per request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const built = Object.entries(bundle)
        .filter(([name]) => compressible.test(name))
        .map(([name, output]) => [name, Buffer.from(output.type === 'chunk' ? output.code : output.source)] as const)
      const copied = copiedScripts.map(async (name) => [name, await readFile(join(dir, name))] as const)
      for (const [name, content] of [...built, ...(await Promise.all(copied))]) {
        for (const [suffix, squeeze] of Object.entries(squeezeWith)) {
          await writeFile(join(dir, name + suffix), await squeeze(content))
        }
      }
    },
  }
}

/**
 * Loads the style sheet before the scripts, which are twelve times as large: on a slow connection the page's header
 * appears while they load. A browser opens six connections to a server, in the order of the page.
 */
function styleFirst(): Plugin {
  const styles = /\s*<link rel="stylesheet"[^>]*>/g
  return {
    name: 'style-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (page) =>
        page
          .replaceAll(styles, '')
          .replace('</title>', `</title>${(page.match(styles) ?? []).join('')}`)
          .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  }
}

/** The size limit of the login page's script and style, in KB of brotli; the build warns above it. */
const loginLimitKb = 130

/** Adds up what the first page loads (the files of index.html and their static imports) and prints it. */
function weighLoginPage(): Plugin {
  return {
    name: 'weigh-login-page',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const first = new Set<string>()
      const take = (name: string) => {
        const output = bundle[name]
        if (first.has(name) || !output) return
        first.add(name)
        if (output.type === 'chunk') output.imports.forEach(take)
      }
      const page = await readFile(join(dir, 'index.html'), 'utf8')
      for (const [name] of page.matchAll(/assets\/[\w.-]+/g)) take(name)
      const contents = await Promise.all([...first].map((name) => readFile(join(dir, name))))
      const sizes = await Promise.all(contents.map((content) => squeezeWith['.br'](content)))
      const kb = sizes.reduce((sum, { length }) => sum + length, 0) / 1000
      const report = `The login page loads ${kb.toFixed(1)} kB of script and style as brotli; at most ${loginLimitKb}.`
      if (kb > loginLimitKb) this.warn(report)
      else this.info(report)
    },
  }
}

type Modules = { getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null }

/** They import every part of Radix and zod, so their imports do not show which parts a page uses. */
const barrel = /node_modules[\\/](?:radix-ui[\\/]|zod[\\/]v4[\\/]core[\\/]index)/

/**
 * Everything that some modules need at once, in one chunk: thirty small files would each cost a phone a round trip.
 * @param isRoot whether the chunk begins with this module
 * @param isLeftOut whether it does without this module, though a library that it uses imports that
 */
function chunkFrom(
  name: string,
  isRoot: (id: string, modules: Modules) => boolean,
  isLeftOut: (id: string) => boolean = () => false,
) {
  const known = new Map<string, boolean>()
  const isNeeded = (id: string, modules: Modules): boolean => {
    const seen = known.get(id)
    if (seen !== undefined) return seen
    known.set(id, false)
    const importers = modules.getModuleInfo(id)?.importers.filter((importer) => !barrel.test(importer)) ?? []
    const found = isRoot(id, modules) || importers.some((importer) => isNeeded(importer, modules))
    known.set(id, found)
    return found
  }
  return { name: (id: string, modules: Modules) => (isNeeded(id, modules) && !isLeftOut(id) ? name : null) }
}

/** `Trans`, which the login page does without (components/ui/phone-link.tsx), though its library exports it. */
const translatedElements = /node_modules[\\/](?:html-parse-stringify[\\/]|react-i18next[\\/]dist[\\/]es[\\/]Trans)/

/** The modules that the home page imports when it opens (app/app.tsx, app/routes.ts, lib/i18n/i18n.ts). */
const homeRoots =
  /(?:src-client[\\/](?:app[\\/](?:session-guard|data-provider|home-screen))|shared[\\/]texts[\\/]en[\\/]page-texts)\.tsx?$/

/** What the server reads (src-server/http/client-files.ts). */
const homeChunksFile = 'home-chunks.json'

/** Writes the chunks of the home page to a file: the server names them in the answer, so that they load with the page. */
function listHomeChunks(): Plugin {
  return {
    name: 'list-home-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const home = chunks.find(({ name }) => name === 'home')
      if (!home) throw new Error('No chunk is named home.')
      const start = chunks.filter(({ isEntry, name }) => isEntry || name === 'start' || name === 'react')
      const first = new Set(start.flatMap(({ fileName, imports }) => [fileName, ...imports]))
      // Besides the chunk and what it imports: the empty files by which the modules in it are imported.
      const facades = chunks.filter(({ imports, facadeModuleId }) => {
        return facadeModuleId && homeRoots.test(facadeModuleId) && imports.includes(home.fileName)
      })
      const files = [home, ...facades].flatMap(({ fileName, imports }) => [fileName, ...imports])
      const source = JSON.stringify([...new Set(files)].filter((file) => !first.has(file)))
      this.emitFile({ type: 'asset', fileName: homeChunksFile, source })
    },
  }
}

/** The style of the server's own pages, which reads it (src-server/http/pages/kit/page-style.ts). */
const pagesStyle = 'pages.css'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), styleFirst(), listHomeChunks(), precompress(), weighLoginPage()],
  build: {
    emptyOutDir: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'styles', pagesStyle)],
      output: {
        assetFileNames: ({ names }) => (names.includes(pagesStyle) ? pagesStyle : 'assets/[name]-[hash][extname]'),
        // React rarely changes: its own chunk stays in the browser's cache across releases.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 },
            chunkFrom(
              'start',
              (id, modules) => modules.getModuleInfo(id)?.isEntry === true && !id.endsWith(pagesStyle),
              (id) => translatedElements.test(id),
            ),
            chunkFrom('home', (id) => homeRoots.test(id)),
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/trpc', '/api', '/config', '/outbox/messages', ...serverPages].map((path) => [path, server]),
    ),
  },
})
