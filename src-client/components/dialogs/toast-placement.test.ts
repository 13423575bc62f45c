import { describe, expect, it } from 'vitest'
import { placeToast } from './toast-placement.ts'

const toast = { left: 16, right: 344, height: 64 }
const box = (top: number, bottom: number, left = 16, right = 344) => ({ top, bottom, left, right })

describe('the place of a toast in a window 800 px high', () => {
  it.each([
    ['at the bottom, where nothing is', [], { edge: 'bottom', offset: 16 }],
    ['at the bottom, beside a button', [box(740, 780, 400, 600)], { edge: 'bottom', offset: 16 }],
    ['at the bottom, below a button far above', [box(600, 640)], { edge: 'bottom', offset: 16 }],
    ['above a bar of buttons', [box(730, 800)], { edge: 'bottom', offset: 78 }],
    ['above a button that it would touch', [box(660, 715)], { edge: 'bottom', offset: 148 }],
    ['above two, whatever their order', [box(620, 660), box(730, 800)], { edge: 'bottom', offset: 188 }],
    ['at the bottom, where what is below the window is not seen', [box(810, 860)], { edge: 'bottom', offset: 16 }],
    [
      'at the top, where the lower half is full',
      [box(730, 800), box(600, 700), box(470, 560)],
      { edge: 'top', offset: 16 },
    ],
    ['at the bottom, where all of the window has the focus', [box(0, 800)], { edge: 'bottom', offset: 16 }],
  ])('%s', (_name, others, place) => {
    expect(placeToast(toast, others, 800)).toEqual(place)
  })
})
