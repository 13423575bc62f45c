/** What a text may hold, and how much: both hang on its characters. */
export type Alphabet = {
  /** It has characters beyond GSM 03.38, so every character takes two bytes, and names can be spelled as they are. */
  unicode: boolean
  /** Characters at most. */
  max: number
}

/** Two segments of 153 septets each; one character beyond GSM 03.38 makes it four of 67 (3GPP 23.040). */
export const gsmText: Alphabet = { unicode: false, max: 2 * 153 }
const unicodeText: Alphabet = { unicode: true, max: 4 * 67 }

/** The characters that take one septet (3GPP 23.038, 6.2.1); those that take two are left out. */
const oneSeptet = /^[\n\r !-Z_a-z@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà]*$/

/** Of texts with {{values}}, which are written to suit. */
export const getAlphabet = (texts: string[]): Alphabet =>
  texts.every((text) => oneSeptet.test(text.replaceAll(/\{\{\w+\}\}/g, ''))) ? gsmText : unicodeText
