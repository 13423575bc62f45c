import { readFileSync } from 'node:fs'
import path from 'node:path'

const guide = path.join(import.meta.dirname, '../../docs/operations.md')

/**
 * A configuration that docs/operations.md gives: running it tests what operators copy.
 * @param what its name, for the error
 * @param marker text that only this block has
 * @throws Error unless the guide has exactly one such block
 */
export function readGuideBlock(what: string, marker: RegExp): string {
  const blocks = readFileSync(guide, 'utf8').matchAll(/^( *)```\w*\n([\s\S]*?)^ *```$/gm)
  const found = [...blocks]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .filter((block) => marker.test(block))
  const [config] = found
  if (config === undefined || found.length > 1)
    throw new Error(`docs/operations.md has ${found.length} blocks with the configuration of ${what}.`)
  return config
}
