/**
 * Whether the form has room for all of its parts together, from 960 px. On a phone its longer parts start closed, to
 * keep step 2 within reach.
 */
export const isWide = (): boolean => matchMedia('(min-width: 60rem)').matches
