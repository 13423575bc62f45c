import { testComposedTexts } from './composed-texts.ts'

testComposedTexts(200)
