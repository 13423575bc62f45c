/** A type of recorded document, as recorders in the United States use it. */
export type DocumentType = {
  /** What it does and when it is usual, in plain words: grade 8 or less, under 20 words a sentence. */
  explanation: string
  /** The statute, or the page of a public body, that says what it does. Other states have similar ones. */
  source: string
  /** Its names and abbreviations in feeds. The order of the words, case, signs and 'of' do not matter. */
  names: readonly string[]
}
