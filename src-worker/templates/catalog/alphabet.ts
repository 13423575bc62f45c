import { valuePattern } from '#shared/node/domain/translations/compare-texts.ts'

/** The character set of a text message, which decides its maximum length. */
export type Alphabet = {
  /** It has characters beyond GSM 03.38, so every character takes two bytes, and names can be spelled as they are. */
  unicode: boolean
  /** Characters at most. */
  max: number
}

/** Two segments of 153 septets each; one character beyond GSM 03.38 makes it four of 67 (3GPP 23.040). */
export const gsmText: Alphabet = { unicode: false, max: 2 * 153 }
const unicodeText: Alphabet = { unicode: true, max: 4 * 67 }

/** The characters that take one septet (3GPP 23.038, 6.2.1); excludes those that take two. */
const oneSeptet = /^[\n\r !-Z_a-z@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà]*$/

/** For texts with {{values}}; values are converted to fit. */
export const getAlphabet = (texts: string[]): Alphabet =>
  texts.every((text) => oneSeptet.test(text.replaceAll(valuePattern, ''))) ? gsmText : unicodeText
