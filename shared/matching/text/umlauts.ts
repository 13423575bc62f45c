/** Letters that records in English also write as two. */
const spellings: Record<string, string> = { Ä: 'AE', Æ: 'AE', Ö: 'OE', Ø: 'OE', Ü: 'UE', Å: 'AA' }

/** A name with its umlauts written as two letters: MÜLLER as MUELLER. Without their marks is how `fold` writes them. */
export const spellUmlauts = (text: string): string =>
  text.normalize('NFC').replaceAll(/[ÄÆÖØÜÅ]/giu, (letter) => spellings[letter.toUpperCase()] ?? letter)
