/** How a restored database differs from its backup. */
export const describeExtras = (unknown: string[], applied: string[]): string[] => [
  ...(applied.length > 0 ? [`Migrated: ${applied.join(', ')}.`] : []),
  ...(unknown.length > 0 ? [`Left out, because this program does not have them: ${unknown.join(', ')}.`] : []),
]
