/** Held notices and withheld matches are counted up to here; a larger number would not tell staff more. */
export const maxWaitingCounted = 1000
