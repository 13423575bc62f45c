import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Names every file of the PDF's fonts: one module draws with them, another removes the packages' other files. */
const require = createRequire(import.meta.url)
const getPackageFolder = (name: string) => path.dirname(require.resolve(`${name}/package.json`))

/** Latin, Cyrillic and signs. */
const dejaVu = getPackageFolder('dejavu-fonts-ttf')
export const baseFontFiles = {
  regular: path.join(dejaVu, 'ttf/DejaVuSansCondensed.ttf'),
  bold: path.join(dejaVu, 'ttf/DejaVuSansCondensed-Bold.ttf'),
}

/** Fonts for the characters that DejaVu lacks, in parts of a few hundred characters each, tried in this order. */
const further = ['thai', 'bengali', 'jp', 'sc', 'kr'].map((script) => {
  const name = `noto-sans-${script}`
  const folder = getPackageFolder(`@fontsource/${name}`)
  return {
    folder,
    /** A JSON object: the characters of each part, such as 'U+0e01-0e5b,U+200c', by the part's key. */
    ranges: path.join(folder, 'unicode.json'),
    getFile: (key: string) => path.join(folder, 'files', `${name}-${key.replaceAll(/[[\]]/g, '')}-400-normal.woff`),
  }
})

const readRanges = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>

/** The code points of 'U+0e01-0e5b,U+200c'. */
function* pointsIn(ranges: string): Generator<number> {
  for (const range of ranges.split(',')) {
    const [first = '', last = first] = range.replace(/^U\+/i, '').split('-')
    for (let point = Number.parseInt(first, 16); point <= Number.parseInt(last, 16); point += 1) yield point
  }
}

/** For each character that DejaVu lacks, the files that claim to have it; not all of them do. */
export function readParts(): Map<number, string[]> {
  const parts = new Map<number, string[]>()
  for (const { ranges, getFile } of further) {
    for (const [key, points] of Object.entries(readRanges(ranges))) {
      const file = getFile(key)
      for (const point of pointsIn(points)) parts.set(point, [...(parts.get(point) ?? []), file])
    }
  }
  return parts
}

/** The folders of the font packages, with the files that we read from each. */
export const listFontPackages = (): { folder: string; files: string[] }[] => [
  { folder: dejaVu, files: Object.values(baseFontFiles) },
  ...further.map(({ folder, ranges, getFile }) => ({
    folder,
    files: [ranges, ...Object.keys(readRanges(ranges)).map(getFile)],
  })),
]
