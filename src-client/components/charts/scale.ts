/** The position of a value between the bottom (0) and the top (1) of a chart, and the grid lines. */
export type Scale = { ticks: readonly number[]; place: (value: number) => number }

const maxTicks = 4
/** One record should not look like a flood. */
const lowestTop = 10

/** Counts from 0 up, with at most five round ticks; the top is the last of them. */
export function linearScale(values: readonly (number | null)[]): Scale {
  const highest = Math.max(lowestTop, ...values.map((value) => value ?? 0))
  const rough = highest / maxTicks
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((item) => item * power).find((item) => item >= rough) ?? rough
  const top = Math.ceil(highest / step) * step
  return {
    ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step),
    place: (value) => value / top,
  }
}

const secondsOfSteps = [5, 15, 60, 5 * 60, 15 * 60, 3600, 4 * 3600, 12 * 3600, 24 * 3600]

/** Seconds from 0 up, as far as the values go, with at most five ticks of round times. */
export function timeScale(values: readonly (number | null)[]): Scale {
  const highest = Math.max(secondsOfSteps[0] ?? 1, ...values.map((value) => value ?? 0))
  const step = secondsOfSteps.find((item) => item * maxTicks >= highest) ?? Math.ceil(highest / maxTicks)
  const count = Math.ceil(highest / step)
  return {
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
    place: (value) => value / (count * step),
  }
}

const secondsOfTicks = [1, 60, 3600, 24 * 3600, 7 * 24 * 3600]

/** Seconds on a log axis, from one second to a little over `limit`, or as far as the values go. */
export function logTimeScale(values: readonly (number | null)[], limit: number): Scale {
  const highest = Math.max(limit * 1.4, ...values.map((value) => value ?? 0))
  const place = (value: number) => Math.log(Math.max(1, value)) / Math.log(highest)
  return { ticks: secondsOfTicks.filter((tick) => tick <= highest), place }
}
