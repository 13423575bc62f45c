import { testComposedTexts } from './composed-texts.ts'

// `composed-texts.long.test.ts` tries ten times as many.
testComposedTexts(20)
