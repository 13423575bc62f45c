import { expect, test } from 'vitest'
import { makePdf } from './make-pdf.ts'

const paper = { title: 'Audit Report - User', cover: ['County'], columns: ['Time'] }
const gone = new Error('The caller left.')

/** Endless pages, whose reader leaves once the thread has drawn the first. */
function endless() {
  const left = new AbortController()
  const asked = { pages: 0, ended: false }
  async function* pages() {
    try {
      for (;;) {
        asked.pages += 1
        if (asked.pages === 2) left.abort(gone)
        yield [['01/02/2026 3:04 PM']]
      }
    } finally {
      asked.ended = true
    }
  }
  return { asked, left: left.signal, pages: pages() }
}

test('a report is abandoned while it is drawn when its reader leaves', async () => {
  const { asked, left, pages } = endless()
  await expect(makePdf(paper, pages, left)).rejects.toBe(gone)
  expect(asked).toEqual({ pages: 2, ended: true })
})

test('a report whose reader has left is never started, and takes no place from others', async () => {
  for (let n = 0; n < 3; n += 1) {
    const { asked, pages } = endless()
    await expect(makePdf(paper, pages, AbortSignal.abort(gone))).rejects.toBe(gone)
    expect(asked.pages).toBe(0)
  }
})
