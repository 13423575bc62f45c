import './generators.ts'
import fontkit from '@pdf-lib/fontkit'
import { readFileSync } from 'node:fs'
import { type PDFDocument, type PDFFont, PDFName } from 'pdf-lib'
import { baseFontFiles, readParts } from './font-files.ts'
import { unpackWoff } from './unpack-woff.ts'

/**
 * A piece of text that is drawn as one: a letter with its marks, in the font that has it. `width` is in units of the
 * font's size. If the font positions the marks, `placed` says how, in thousandths of the size.
 */
export type Glyphs = { font: PDFFont; hex: string; width: number; placed?: Placed[] }
/** One glyph: its offset from the default position, and how far to move the next one back. */
type Placed = { hex: string; right: number; up: number; back: number }
/** Sets a text: its pieces in order, widths in units of the font's size. */
export type Face = (text: string) => Glyphs[]

/** Drawn for a character that no font has. */
const box = '□'
/** Characters without a shape of their own: joiners, direction marks, variation selectors. */
const invisible = /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]|\p{Variation_Selector}/gu
/** None of the fourteen languages is written right to left; in our left-to-right lines such a text would read wrong. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const plain = /^[\u0020-\u007E]*$/
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/gu

type Shaper = ReturnType<typeof fontkit.create>

/** Where the font wants the glyphs of a letter with its marks; the PDF library would set them one after the other. */
function place(text: string, hex: string, shaper: Shaper): Pick<Glyphs, 'width' | 'placed'> {
  const { glyphs, positions } = shaper.layout(text)
  const thousandths = (units: number) => (units * 1000) / shaper.unitsPerEm
  const placed = glyphs.map(({ advanceWidth }, index): Placed => {
    const { xOffset = 0, yOffset = 0, xAdvance = advanceWidth } = positions[index] ?? {}
    return {
      hex: hex.slice(index * 4, index * 4 + 4),
      right: thousandths(xOffset),
      up: thousandths(yOffset),
      back: thousandths(advanceWidth + xOffset - xAdvance),
    }
  })
  return { width: positions.reduce((sum, { xAdvance }) => sum + thousandths(xAdvance), 0) / 1000, placed }
}

type Part = { font: PDFFont; points: Set<number> }

/** The fonts of a document: the first two for most texts, and parts of others as texts need them. */
type Fonts = {
  regular: PDFFont
  bold: PDFFont
  /** The characters that the first two fonts have. */
  base: Set<number>
  filesFor: (point: number) => string[]
  embedded: Map<string, Part>
  shapers: Map<PDFFont, Shaper>
  embed: (font: Buffer) => Promise<PDFFont>
}

/** Embeds the first file that has a character. */
async function embedFor({ filesFor, embedded, shapers, embed }: Fonts, point: number): Promise<void> {
  for (const file of filesFor(point)) {
    if (!embedded.has(file)) {
      const unpacked = unpackWoff(readFileSync(file))
      const font = await embed(unpacked)
      shapers.set(font, fontkit.create(unpacked))
      embedded.set(file, { font, points: new Set(font.getCharacterSet()) })
    }
    if (embedded.get(file)?.points.has(point)) return
  }
}

/** The font that has every character of a piece, or undefined. */
function findFont({ base, filesFor, embedded }: Fonts, piece: string, first: PDFFont): PDFFont | undefined {
  if (rightToLeft.test(piece)) return undefined
  const points = [...piece].map((character) => character.codePointAt(0) ?? 0)
  if (points.every((point) => base.has(point))) return first
  return filesFor(points[0] ?? 0)
    .map((file) => embedded.get(file))
    .find((part) => part && points.every((point) => part.points.has(point)))?.font
}

function createFace(fonts: Fonts, first: PDFFont): Face {
  const known = new Map<string, Glyphs>()
  const toGlyphs = (piece: string): Glyphs => {
    const found = known.get(piece)
    if (found) return found
    const shown = piece.replaceAll(invisible, '')
    const font = findFont(fonts, shown, first)
    const text = font ? shown : box
    const used = font ?? first
    const hex = used.encodeText(text).asString()
    const glyphs: Glyphs = { font: used, hex, width: used.widthOfTextAtSize(text, 1) }
    const shaper = text.length > 1 ? fonts.shapers.get(used) : undefined
    const set = shaper ? { ...glyphs, ...place(text, hex, shaper) } : glyphs
    known.set(piece, set)
    return set
  }
  return (text) =>
    (plain.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment)).map(toGlyphs)
}

async function openFonts(doc: PDFDocument): Promise<Fonts> {
  doc.registerFontkit(fontkit)
  const embed = (font: Buffer) => doc.embedFont(font, { subset: true })
  const regular = await embed(readFileSync(baseFontFiles.regular))
  const bold = await embed(readFileSync(baseFontFiles.bold))
  let parts: Map<number, string[]> | undefined
  const filesFor = (point: number): string[] => {
    parts ??= readParts()
    return parts.get(point) ?? []
  }
  const base = new Set(regular.getCharacterSet())
  return { regular, bold, base, filesFor, embedded: new Map(), shapers: new Map(), embed }
}

/**
 * The faces of a document: DejaVu for Latin, Cyrillic and signs, Noto for Thai, Bengali, Japanese, Chinese and Korean,
 * a box for anything else. It embeds only what texts use.
 */
export async function createFaces(
  doc: PDFDocument,
): Promise<{ regular: Face; bold: Face; prepare: (texts: string[]) => Promise<void> }> {
  const fonts = await openFonts(doc)
  const seen = new Set<number>()
  return {
    regular: createFace(fonts, fonts.regular),
    bold: createFace(fonts, fonts.bold),
    /** Embeds what these texts need; call it before you set them. */
    async prepare(texts) {
      for (const text of texts) {
        if (plain.test(text)) continue
        for (const character of text) {
          const point = character.codePointAt(0) ?? 0
          if (fonts.base.has(point) || seen.has(point)) continue
          seen.add(point)
          await embedFor(fonts, point)
        }
      }
    },
  }
}

/** The text as it is set: letters composed, and one space for line breaks and invisible characters. */
export const toDrawable = (text: string): string => text.toWellFormed().normalize('NFC').replaceAll(controls, ' ')

/** The name of a font in a page's resources. The font's own name would not do: the parts of one font share it. */
export const fontName = ({ ref }: PDFFont): PDFName => PDFName.of(`F${ref.objectNumber}`)
