import { PDFDocument, type PDFFont, type PDFPage } from 'pdf-lib'
import { messages } from '#shared/contract/messages.ts'
import { createFaces, type Face, type Glyphs, fontName, toDrawable } from './fonts.ts'
import { breakLines, lineWidth } from './lines.ts'

/** What a report says beside its rows. */
export type Paper = { title: string; cover: string[]; columns: string[] }

/** Letter, landscape, in points. */
const [paperWidth, paperHeight] = [792, 612]
const margin = 36
/** Of the report's columns; together the width between the margins. */
const columnWidths = [93, 96, 88, 96, 261, 86]
const gap = 6
const size = 7.5
const leading = 10
const rowGap = 5
const footAt = 22
const bottom = footAt + 18
const [ink, muted, rule, band] = ['0.10 0.10 0.12', '0.35 0.36 0.40', '0.80 0.81 0.84', '0.93 0.94 0.96']

const number = (value: number) => value.toFixed(2)

/** What a piece adds within the brackets of a TJ: glyphs, and how far to go back before the next. */
function shown({ hex, placed }: Glyphs, at: number): string {
  if (!placed) return `<${hex}>`
  const glyphs = placed.map(({ hex: one, right, up, back }) => {
    const raised = up === 0 ? `<${one}>` : `] TJ ${number((up * at) / 1000)} Ts [<${one}>] TJ 0 Ts [`
    return `${number(-right)} ${raised} ${number(back)}`
  })
  return glyphs.join(' ')
}

/** A line of text as the page's own language draws it (ISO 32000-1, section 9.4). */
function put(line: Glyphs[], x: number, y: number, at: number, color = ink): string {
  let out = `BT ${color} rg 1 0 0 1 ${number(x)} ${number(y)} Tm `
  for (let index = 0; index < line.length;) {
    const { font } = line[index] as Glyphs
    let pieces = ''
    for (; line[index]?.font === font; index += 1) pieces += shown(line[index] as Glyphs, at)
    out += `${fontName(font)} ${number(at)} Tf [${pieces.replaceAll('><', '')}] TJ `
  }
  return `${out}ET\n`
}

const box = (x: number, y: number, width: number, height: number, color: string) =>
  `${color} rg ${number(x)} ${number(y)} ${number(width)} ${number(height)} re f\n`

const columnAt = (index: number) => margin + columnWidths.slice(0, index).reduce((sum, width) => sum + width, 0)

/** The lines of each column. */
const cells = (texts: string[], face: Face) =>
  texts.map((text, index) => breakLines(toDrawable(text), face, ((columnWidths[index] ?? 0) - gap) / size))

/** Draws a report page by page: title and cover lines first, heads on every page, page numbers when it ends. */
export async function startDrawing({ title, cover, columns }: Paper) {
  const doc = await PDFDocument.create()
  doc.setTitle(title)
  doc.setLanguage('en')
  const { regular, bold, prepare } = await createFaces(doc)
  const pages: { page: PDFPage; content: string; fonts: Set<PDFFont> }[] = []
  let y = 0

  const current = () => {
    const last = pages.at(-1)
    if (!last) throw new Error('There is no page yet.')
    return last
  }
  const write = (line: Glyphs[], x: number, at: number, { height = size, color = ink } = {}) => {
    const { fonts } = current()
    for (const { font } of line) fonts.add(font)
    current().content += put(line, x, at, height, color)
  }
  function beginPage(): void {
    pages.push({ page: doc.addPage([paperWidth, paperHeight]), content: '', fonts: new Set() })
    y = paperHeight - margin
    if (pages.length === 1) drawCover()
    drawHeads()
  }
  function drawCover(): void {
    y -= 14
    write(bold(title), margin, y, { height: 15 })
    y -= 6
    for (const text of cover.map(toDrawable).filter(Boolean))
      for (const line of breakLines(text, regular, (paperWidth - 2 * margin) / 9)) {
        y -= 12
        write(line, margin, y, { height: 9, color: muted })
      }
    y -= 14
  }
  function drawHeads(): void {
    current().content += box(margin - 3, y - leading - 4, paperWidth - 2 * margin + 6, leading + 5, band)
    cells(columns, bold).forEach(([line = []], index) => write(line, columnAt(index), y - leading + 1))
    y -= leading + 4 + rowGap
  }
  function drawLines(row: Glyphs[][][], first: number, count: number): void {
    row.forEach((lines, index) =>
      lines.slice(first, first + count).forEach((line, at) => write(line, columnAt(index), y - (at + 1) * leading + 2)),
    )
    y -= count * leading
  }
  /** A row goes to the next page as a whole, unless it is longer than a page. */
  function drawRow(texts: string[]): void {
    const row = cells(texts, regular)
    const tall = Math.max(...row.map((lines) => lines.length))
    if (pages.length === 0) beginPage()
    const room = () => Math.floor((y - bottom) / leading)
    const wholePage = Math.floor((paperHeight - 2 * margin - bottom) / leading)
    if (tall > room() && (tall <= wholePage || room() < 3)) beginPage()
    for (let done = 0; done < tall;) {
      const now = Math.min(tall - done, room())
      drawLines(row, done, now)
      done += now
      if (done < tall) beginPage()
    }
    y -= rowGap / 2
    current().content += box(margin, y, paperWidth - 2 * margin, 0.4, rule)
    y -= rowGap / 2
  }

  return {
    async add(rows: string[][]): Promise<void> {
      await prepare([...rows.flat(), ...cover].map(toDrawable))
      for (const row of rows) drawRow(row)
    },
    async finish(): Promise<Uint8Array> {
      await prepare(cover.map(toDrawable))
      if (pages.length === 0) {
        beginPage()
        write(regular(messages.noRecords), margin, y - leading, { height: 9 })
      }
      pages.forEach(({ page }, index) => {
        const said = regular(`Page ${index + 1} of ${pages.length}`)
        const place = pages[index]
        if (!place) return
        for (const { font } of said) place.fonts.add(font)
        for (const { font } of regular(title)) place.fonts.add(font)
        place.content += put(regular(title), margin, footAt, size, muted)
        place.content += put(said, paperWidth - margin - lineWidth(said) * size, footAt, size, muted)
        for (const font of place.fonts) page.node.setFontDictionary(fontName(font), font.ref)
        page.node.addContentStream(doc.context.register(doc.context.flateStream(place.content)))
        place.content = ''
      })
      return doc.save()
    },
  }
}
