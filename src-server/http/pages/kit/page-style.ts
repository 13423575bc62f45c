import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The style of the pages, from the built client; '' if there is no build, as in development: then pages link to the
 * source, which Vite serves.
 */
export function readPageStyle(clientFolder: string | undefined): string {
  const file = clientFolder && path.join(clientFolder, 'pages.css')
  return file && existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}
