import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const squeezeWith = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) }
const compressible = /\.(js|css|html|svg)$/

/** Writes .br and .gz beside each text asset, once, so that the server never compresses per request. */
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

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // React changes seldom: a chunk of its own stays in the browser's cache when we release.
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
  server: { proxy: { '/trpc': server, '/api': server, '/config': server, '/outbox/messages': server } },
})
