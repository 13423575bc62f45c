import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const squeezeWith = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) }
const compressible = /\.(js|css|html|svg)$/

/** Writes .br and .gz next to each text asset at build time, so that the server never compresses per request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      for (const [name, output] of Object.entries(bundle)) {
        if (!compressible.test(name)) continue
        const content = Buffer.from(output.type === 'chunk' ? output.code : output.source)
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

/** Imports every part of Radix, so its imports do not show which parts the first page uses. */
const barrel = /node_modules[\\/]radix-ui[\\/]/

/** Everything the first page needs, in one chunk: thirty small files would each cost a phone a round trip. */
function startChunk() {
  const known = new Map<string, boolean>()
  const first = (id: string, modules: Modules): boolean => {
    const seen = known.get(id)
    if (seen !== undefined) return seen
    known.set(id, false)
    const info = modules.getModuleInfo(id)
    const importers = info?.importers.filter((importer) => !barrel.test(importer)) ?? []
    const found = info?.isEntry === true || importers.some((importer) => first(importer, modules))
    known.set(id, found)
    return found
  }
  return { name: (id: string, modules: Modules) => (first(id, modules) ? 'start' : null) }
}

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), styleFirst(), precompress(), weighLoginPage()],
  build: {
    emptyOutDir: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // React rarely changes: its own chunk stays in the browser's cache across releases.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 },
            startChunk(),
          ],
        },
      },
    },
  },
  server: { proxy: { '/trpc': server, '/api': server, '/config': server, '/outbox/messages': server } },
})
