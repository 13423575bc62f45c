import { testComposedTexts } from './composed-texts.ts'

// `composed-texts.long.test.ts` tries far more.
testComposedTexts(12)
