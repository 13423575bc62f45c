import fs from 'node:fs/promises'
import path from 'node:path'
import { type FeedMapping, feedMappingSchema } from '#shared/contract/feed-mapping.ts'

const shipped = path.join(import.meta.dirname, 'mappings')

/**
 * A column mapping: the user's own file, or a shipped one by name ('denver').
 * @throws Error that explains a missing or unreadable mapping
 */
export async function readMapping(nameOrFile: string): Promise<FeedMapping> {
  const names = (await fs.readdir(shipped)).map((file) => path.basename(file, '.json'))
  const file = names.includes(nameOrFile) ? path.join(shipped, `${nameOrFile}.json`) : nameOrFile
  const text = await fs.readFile(file, 'utf8').catch(() => {
    throw new Error(`Mapping ${nameOrFile} not found. Name a file, or one of: ${names.join(', ')}.`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(`The mapping ${nameOrFile} is not valid JSON.`)
  }
  const checked = feedMappingSchema.safeParse(value)
  if (checked.success) return checked.data
  const faults = checked.error.issues.map((issue) => `${issue.path.join('.') || 'the mapping'}: ${issue.message}`)
  throw new Error(`The mapping ${nameOrFile} has errors:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
}
