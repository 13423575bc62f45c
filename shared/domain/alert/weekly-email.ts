/**
 * The match options of an alert while the county has the weekly email switched off: the rule then leaves out what only
 * that email would list.
 */
export const withoutPossible = <O extends { possible: boolean | null }>(options: O): O =>
  options.possible === true ? { ...options, possible: false } : options
