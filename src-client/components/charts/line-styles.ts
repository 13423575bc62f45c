/** How lines differ: by dash first, by color second. The limit is drawn like a survey line. */
export const lineStyles = {
  first: { token: '--chart-1', dash: [], width: 2.5 },
  second: { token: '--chart-2', dash: [8, 4], width: 2.5 },
  third: { token: '--chart-3', dash: [2, 4], width: 2.5 },
  fourth: { token: '--chart-4', dash: [12, 4, 2, 4], width: 2.5 },
  limit: { token: '--foreground', dash: [16, 4, 3, 4, 3, 4], width: 1.5 },
} as const satisfies Record<string, { token: string; dash: readonly number[]; width: number }>
export type LineStyle = keyof typeof lineStyles
