import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { serverPages } from '../shared/contract/server-pages.ts'
import { importedFrom, listPageChunks, pageChunks } from './page-chunks.ts'

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
        page.replaceAll(styles, '').replace('</title>', `</title>${(page.match(styles) ?? []).join('')}`),
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

/** `Trans`, which the login page does without (components/ui/phone-link.tsx), though its library exports it. */
const translatedElements = /node_modules[\\/](?:html-parse-stringify[\\/]|react-i18next[\\/]dist[\\/]es[\\/]Trans)/

/** The style of the server's own pages, which reads it (src-server/http/pages/kit/page-style.ts). */
const pagesStyle = 'pages.css'

const isOfStart = importedFrom((id, modules) => {
  return modules.getModuleInfo(id)?.isEntry === true && !id.endsWith(pagesStyle)
})

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), styleFirst(), listPageChunks(), precompress(), weighLoginPage()],
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
            {
              name: (id, modules) => (isOfStart(id, modules) && !translatedElements.test(id) ? 'start' : null),
              debugName: 'start',
            },
            ...pageChunks,
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
