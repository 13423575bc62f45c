import { PDFDocument, type PDFFont, type PDFPage } from 'pdf-lib'
import { messages } from '#shared/contract/messages.ts'
import { createFaces, type Face, type Glyphs, fontName, toDrawable } from './fonts.ts'
import { breakLines, lineWidth } from './lines.ts'

/** The texts of a report other than its rows. */
export type Paper = { title: string; cover: string[]; columns: string[] }

/** Letter, landscape, in points. */
const [paperWidth, paperHeight] = [792, 612]
const margin = 36
/** The report's columns; together as wide as the page between its margins. */
const columnWidths = [93, 96, 88, 96, 261, 86]
const gap = 6
const size = 7.5
const leading = 10
const rowGap = 5
const footAt = 22
const bottom = footAt + 18
const [ink, muted, rule, band] = ['0.10 0.10 0.12', '0.35 0.36 0.40', '0.80 0.81 0.84', '0.93 0.94 0.96']

const number = (value: number) => value.toFixed(2)

/** What a piece adds between the brackets of a TJ operator: glyphs, and how far to move back before the next. */
function shown({ hex, placed }: Glyphs, at: number): string {
  if (!placed) return `<${hex}>`
  const glyphs = placed.map(({ hex: one, right, up, back }) => {
    const raised = up === 0 ? `<${one}>` : `] TJ ${number((up * at) / 1000)} Ts [<${one}>] TJ 0 Ts [`
    return `${number(-right)} ${raised} ${number(back)}`
  })
  return glyphs.join(' ')
}

/** Where a line of text starts, the height of its font and its color. */
type Place = { x: number; y: number; height?: number; color?: string }

/** A line of text in PDF operators (ISO 32000-1, text-showing operators). */
function put(line: Glyphs[], { x, y, height = size, color = ink }: Place): string {
  let out = `BT ${color} rg 1 0 0 1 ${number(x)} ${number(y)} Tm `
  for (let index = 0; index < line.length;) {
    const { font } = line[index] as Glyphs
    let pieces = ''
    for (; line[index]?.font === font; index += 1) pieces += shown(line[index] as Glyphs, height)
    out += `${fontName(font)} ${number(height)} Tf [${pieces.replaceAll('><', '')}] TJ `
  }
  return `${out}ET\n`
}

type Box = { x: number; y: number; width: number; height: number; color: string }
const box = ({ x, y, width, height, color }: Box) =>
  `${color} rg ${number(x)} ${number(y)} ${number(width)} ${number(height)} re f\n`

const columnAt = (index: number) => margin + columnWidths.slice(0, index).reduce((sum, width) => sum + width, 0)

/** The lines of each column. */
const cells = (texts: string[], face: Face) =>
  texts.map((text, index) => breakLines(toDrawable(text), face, ((columnWidths[index] ?? 0) - gap) / size))

type Page = { page: PDFPage; content: string; fonts: Set<PDFFont> }

/** The state of a report that is being drawn; `y` is where the next line starts. */
type Drawing = Paper & Awaited<ReturnType<typeof createFaces>> & { doc: PDFDocument; pages: Page[]; y: number }

function currentPage({ pages }: Drawing): Page {
  const last = pages.at(-1)
  if (!last) throw new Error('There is no page yet.')
  return last
}

function write(drawing: Drawing, line: Glyphs[], place: Place): void {
  const page = currentPage(drawing)
  for (const { font } of line) page.fonts.add(font)
  page.content += put(line, place)
}

function beginPage(drawing: Drawing): void {
  const { doc, pages } = drawing
  pages.push({ page: doc.addPage([paperWidth, paperHeight]), content: '', fonts: new Set() })
  drawing.y = paperHeight - margin
  if (pages.length === 1) drawCover(drawing)
  drawHeads(drawing)
}

function drawCover(drawing: Drawing): void {
  const { title, cover, regular, bold } = drawing
  drawing.y -= 14
  write(drawing, bold(title), { x: margin, y: drawing.y, height: 15 })
  drawing.y -= 6
  for (const text of cover.map(toDrawable).filter(Boolean))
    for (const line of breakLines(text, regular, (paperWidth - 2 * margin) / 9)) {
      drawing.y -= 12
      write(drawing, line, { x: margin, y: drawing.y, height: 9, color: muted })
    }
  drawing.y -= 14
}

function drawHeads(drawing: Drawing): void {
  const { y, columns, bold } = drawing
  currentPage(drawing).content += box({
    x: margin - 3,
    y: y - leading - 4,
    width: paperWidth - 2 * margin + 6,
    height: leading + 5,
    color: band,
  })
  cells(columns, bold).forEach(([line = []], index) => write(drawing, line, { x: columnAt(index), y: y - leading + 1 }))
  drawing.y -= leading + 4 + rowGap
}

function drawLines(drawing: Drawing, row: Glyphs[][][], first: number, count: number): void {
  const { y } = drawing
  row.forEach((lines, index) =>
    lines
      .slice(first, first + count)
      .forEach((line, at) => write(drawing, line, { x: columnAt(index), y: y - (at + 1) * leading + 2 })),
  )
  drawing.y -= count * leading
}

/** A row moves to the next page as a whole, unless it is longer than a page. */
function drawRow(drawing: Drawing, texts: string[]): void {
  const row = cells(texts, drawing.regular)
  const tall = Math.max(...row.map((lines) => lines.length))
  if (drawing.pages.length === 0) beginPage(drawing)
  const room = () => Math.floor((drawing.y - bottom) / leading)
  const wholePage = Math.floor((paperHeight - 2 * margin - bottom) / leading)
  if (tall > room() && (tall <= wholePage || room() < 3)) beginPage(drawing)
  for (let done = 0; done < tall;) {
    const now = Math.min(tall - done, room())
    drawLines(drawing, row, done, now)
    done += now
    if (done < tall) beginPage(drawing)
  }
  drawing.y -= rowGap / 2
  currentPage(drawing).content += box({
    x: margin,
    y: drawing.y,
    width: paperWidth - 2 * margin,
    height: 0.4,
    color: rule,
  })
  drawing.y -= rowGap / 2
}

/** Adds the title and the page number at the foot of each page, which completes the page's content. */
function finishPages({ doc, pages, title, regular }: Drawing): void {
  pages.forEach((place, index) => {
    const number = regular(`Page ${index + 1} of ${pages.length}`)
    for (const { font } of [...number, ...regular(title)]) place.fonts.add(font)
    place.content += put(regular(title), { x: margin, y: footAt, color: muted })
    place.content += put(number, { x: paperWidth - margin - lineWidth(number) * size, y: footAt, color: muted })
    for (const font of place.fonts) place.page.node.setFontDictionary(fontName(font), font.ref)
    place.page.node.addContentStream(doc.context.register(doc.context.flateStream(place.content)))
    place.content = ''
  })
}

/** Draws a report page by page: title and cover lines first, column headings on every page, page numbers at the end. */
export async function startDrawing(paper: Paper) {
  const doc = await PDFDocument.create()
  doc.setTitle(paper.title)
  doc.setLanguage('en')
  const drawing: Drawing = { ...paper, ...(await createFaces(doc)), doc, pages: [], y: 0 }
  const { prepare, cover } = drawing

  return {
    async add(rows: string[][]): Promise<void> {
      await prepare([...rows.flat(), ...cover].map(toDrawable))
      for (const row of rows) drawRow(drawing, row)
    },
    async finish(): Promise<Uint8Array> {
      await prepare(cover.map(toDrawable))
      if (drawing.pages.length === 0) {
        beginPage(drawing)
        write(drawing, drawing.regular(messages.noRecords), { x: margin, y: drawing.y - leading, height: 9 })
      }
      finishPages(drawing)
      return doc.save()
    },
  }
}
