/** How lines differ: by dash first, by color second. The limit is drawn like a survey line. */
export const lineStyles = {
  first: { token: '--chart-1', dash: [], width: 2.5 },
  second: { token: '--chart-2', dash: [8, 4], width: 2.5 },
  third: { token: '--chart-3', dash: [2, 4], width: 2.5 },
  fourth: { token: '--chart-4', dash: [12, 4, 2, 4], width: 2.5 },
  late: { token: '--danger-edge', dash: [2, 2], width: 2.5 },
  limit: { token: '--foreground', dash: [16, 4, 3, 4, 3, 4], width: 1.5 },
} as const satisfies Record<string, { token: string; dash: readonly number[]; width: number }>
/** How bars differ: one is an outline, the others by lightness. */
export const barStyles = {
  first: { fill: '--chart-1', stroke: '--chart-1' },
  second: { fill: '--chart-area', stroke: '--chart-1' },
  third: { fill: '--chart-2', stroke: '--chart-2' },
  fourth: { fill: '--chart-4', stroke: '--chart-4' },
  late: { fill: '--danger-edge', stroke: '--danger-edge' },
  limit: { fill: '--foreground', stroke: '--foreground' },
} as const satisfies Record<LineStyle, { fill: string; stroke: string }>
export type LineStyle = keyof typeof lineStyles
