/** The name of a county that has not entered its own. */
export const unnamedCounty = 'County'

/** The county in a sentence: its name, or `theCounty` ('the county') until it has entered one. */
export const nameInSentence = (county: string, theCounty: string): string =>
  county === '' || county === unnamedCounty ? theCounty : county
