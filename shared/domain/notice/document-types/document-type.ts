/** A type of recorded document, as recorders in the United States use it. */
export type DocumentType = {
  /** What it does and when it is usual, in plain words: grade 8 or less, under 20 words per sentence. */
  explanation: string
  /** The statute, or the page of a public body, that says what it does. Other states have similar sources. */
  source: string
  /** Its names and abbreviations in feeds. Word order, case, punctuation and 'of' do not matter. */
  names: readonly string[]
}
