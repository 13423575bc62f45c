import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The style of the pages, from the built client; '' where none is built, as in development: then they link to the
 * source, which Vite serves.
 */
export function readPageStyle(clientFolder: string | undefined): string {
  const file = clientFolder && path.join(clientFolder, 'pages.css')
  return file && existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}
