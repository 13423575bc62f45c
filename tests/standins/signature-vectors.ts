import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Signatures that the providers publish for tests. They come with the shared data, apart from this repository. */
const folder = path.resolve(import.meta.dirname, '../../../shared/contracts')
export const hasVectors = existsSync(path.join(folder, 'twilio_signature_vectors.json'))
export const absentNote = hasVectors ? '' : ' (left out: ../shared/contracts is not here)'

export function readVectors<T>(file: string): T[] {
  const read = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T[] | { vectors: T[] }
  return Array.isArray(read) ? read : read.vectors
}
