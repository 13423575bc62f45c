import type { z } from 'zod'
import { messages } from './messages.ts'

/** Joiners shape what is written in these scripts, and put emoji together. */
const joined =
  /([\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mymr}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]/gu
/** Variation selectors choose between the forms of a character: those of Japanese names, emoji, keycaps. */
const varied = /([\p{sc=Han}\p{Extended_Pictographic}])\p{Variation_Selector}|([\d#*])\uFE0F(?=\u20E3)/gu
/** Lines, tabs, and what running text is pasted with: soft hyphens, word breaks (Thai is set with them), direction marks. */
const layout = /[\t\n\r\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g
/** Controls, breaks, and what is drawn as nothing or turns the direction of what follows. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFC]/u

/**
 * Whether a text holds a character that no reader sees. Two names that look the same would be two, one could be read
 * as another, and neither would ever match a record.
 * @param lines true for running text, which nothing is compared with: lines, tabs and hints of where to break are its layout
 */
export function hidesCharacter(text: string, { lines = false } = {}): boolean {
  const shown = text.replaceAll(varied, '$1$2').replaceAll(joined, '$1')
  return hidden.test(lines ? shown.replaceAll(layout, '') : shown)
}

/**
 * The rule for every name and text that people enter and others read. Never for recorded documents: those are taken
 * as they are recorded.
 */
export const visible = (schema: z.ZodString, options?: { lines: boolean }): z.ZodString =>
  schema.refine((text) => !hidesCharacter(text, options), messages.hiddenCharacter)
