import { describe, expect, test } from 'vitest'
import { findLeaks, type MemorySample } from './memory.ts'

type Series = Record<'used' | 'rss', number[]>

/** Samples in MB, of a run with as many calls between two of them. */
const toSamples = ({ used, rss }: Series, callsBetween = 700): MemorySample[] =>
  used.map((each, place) => ({
    calls: (place + 1) * callsBetween,
    used: each * 1024 ** 2,
    rss: (rss[place] ?? 0) * 1024 ** 2,
  }))

const findNames = (series: Series, callsBetween?: number) =>
  findLeaks(toSamples(series, callsBetween)).map((leak) => leak.split(' ')[0])

/** Of a run of 1,000 calls a role that kept nothing. */
const calm: Series = {
  used: [73, 77, 78, 78, 79, 79, 79.3, 79.6, 79.9, 80],
  rss: [221, 234, 235, 239, 243, 243, 244, 245, 245, 246],
}
const addPerPart = (series: number[], megabytes: number) => series.map((each, place) => each + place * megabytes)
const addFrom = (series: number[], from: number, megabytes: number) =>
  series.map((each, place) => (place >= from ? each + megabytes : each))

describe('what is no leak', () => {
  test.each<[string, Series]>([
    ['caches that fill', calm],
    [
      'pages that return to the machine late',
      {
        used: [65.3, 65.6, 65.9, 64.8, 64.6, 65, 65.7, 65.9, 66.2, 66.4],
        rss: [208.7, 250.4, 251.9, 254.6, 229.2, 231.8, 235.4, 236.3, 236.8, 236.9],
      },
    ],
    [
      'threads of reports that end late',
      {
        used: [75.9, 77.9, 74.1, 73.7, 72.9, 73.3, 73.5, 73.8, 74.1, 74.2],
        rss: [220.1, 225.2, 279.3, 248.5, 251.3, 252.2, 254.6, 321.2, 321.3, 275.3],
      },
    ],
    [
      'resident memory that goes up and down',
      {
        used: [64.8, 66, 66.4, 65.4, 65, 65.4, 65.6, 66, 66, 66.2],
        rss: [196.5, 200, 202.4, 206.7, 204.1, 238.8, 219.3, 227, 231.4, 250.6],
      },
    ],
    ['resident memory that rises by a high step', { ...calm, rss: addFrom(calm.rss, 7, 150) }],
    ['a step of what is in use', { ...calm, used: addFrom(calm.used, 8, 20) }],
    ['much more in use at once in the former half', { used: calm.used, rss: addFrom(calm.rss, 3, 200) }],
    ['one sample amid a large call', { used: calm.used.with(8, 140), rss: calm.rss.with(8, 400) }],
    ['memory that returns', { used: calm.used.toReversed(), rss: calm.rss.toReversed() }],
    ['a run that ended at once', { used: [70], rss: [200] }],
    ['a run of nothing', { used: [], rss: [] }],
  ])('%s', (_, series) => {
    expect(findNames(series)).toEqual([])
  })

  test('a few calls, which compile and fill caches', () => {
    expect(findNames({ used: addPerPart(calm.used, 2), rss: addPerPart(calm.rss, 20) }, 70)).toEqual([])
  })
})

describe('what is a leak', () => {
  test.each<[string, string[], Series]>([
    // The first two as measured: a text of 2 kB kept from each call, and a buffer of 8 kB.
    [
      'a text kept from each call',
      ['used'],
      {
        used: [78.1, 80.8, 83.3, 85.2, 82.3, 84, 85.8, 87.5, 87.7, 89.3],
        rss: [224.9, 228.2, 240.4, 242.3, 238.8, 241.9, 278.1, 266.3, 268, 268.6],
      },
    ],
    [
      'a buffer kept from each call',
      ['used'],
      {
        used: [68.2, 77.8, 84.2, 89.6, 95.1, 98.8, 104.9, 110.6, 116.5, 122.5],
        rss: [202.2, 215, 228.3, 230, 241.7, 244.9, 254.2, 262.4, 270.8, 277],
      },
    ],
    ['native memory kept from each call, 24 kB', ['rss'], { ...calm, rss: addPerPart(calm.rss, 16) }],
    ['one amid which a call was large', ['used'], { ...calm, used: addPerPart(calm.used, 1.4).with(7, 140) }],
    [
      'one that begins halfway',
      ['used'],
      { ...calm, used: calm.used.map((each, place) => each + Math.max(0, place - 4) * 1.4) },
    ],
  ])('%s', (_, leaks, series) => {
    expect(findNames(series)).toEqual(leaks)
  })

  test('half a kilobyte a call shows in a full run', () => {
    expect(findNames({ ...calm, used: addPerPart(calm.used, 3.4) }, 7_000)).toEqual(['used'])
  })

  test('the breach names the speed and the samples', () => {
    expect(findLeaks(toSamples({ used: [10, 20, 30, 40], rss: [] }, 2_048))).toEqual([
      'used grows by 5120 bytes a call: 20.0 MB, 30.0 MB, 40.0 MB',
    ])
  })
})
