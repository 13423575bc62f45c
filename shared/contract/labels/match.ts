/** How sure a match is, as screens and exports say it. */
export const matchGradeLabels = {
  CERTAIN: 'Certain match',
  LIKELY: 'Likely match',
  POSSIBLE: 'Possible match',
} as const

/** The list of possible matches, on the home page and in the history. */
export const maybeAboutYou = 'Maybe about you'
