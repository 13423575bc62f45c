import fs from 'node:fs'
import path from 'node:path'
import type { BenchContext } from './bars.ts'

const file = path.join(import.meta.dirname, '../../shared/data/denver_sales/events.jsonl')

export const denverIsThere = () => fs.existsSync(file)

export async function denver(_context: BenchContext): Promise<{ notes: string[]; faults: string[] }> {
  return { notes: [], faults: [] }
}
