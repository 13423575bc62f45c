/** Which answers 'This looks wrong' staff look at: those that wait for them, or those they have dealt with. */
export const looksWrongShown = ['open', 'dealtWith'] as const
export type LooksWrongShown = (typeof looksWrongShown)[number]

/** Those that wait are counted no further: past this a number says no more. */
export const mostLooksWrongCounted = 1000
