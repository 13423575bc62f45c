import { expect, test } from 'vitest'
import { makePdf } from './make-pdf.ts'

const paper = { title: 'Audit Report - User', cover: ['County'], columns: ['Time'] }

test('a report that nobody waits for is given up amid its drawing, and its place is free again', async () => {
  for (let n = 0; n < 3; n += 1) {
    const left = new AbortController()
    const asked = { pages: 0, ended: false }
    async function* endless() {
      try {
        for (;;) {
          asked.pages += 1
          // Somebody leaves once the thread has begun to draw.
          if (asked.pages === 2) left.abort(new Error('The caller left.'))
          yield [['01/02/2026 3:04 PM']]
        }
      } finally {
        asked.ended = true
      }
    }
    await expect(makePdf(paper, endless(), left.signal)).rejects.toThrow('The caller left.')
    expect(asked).toEqual({ pages: 2, ended: true })
  }
})
