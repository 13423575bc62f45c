import type { z } from 'zod'
import { messages } from './messages.ts'

/** Joiners shape text in these scripts and combine emoji. */
const joiners =
  /([\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mymr}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]/gu
/** Variation selectors choose among the forms of a character: in Japanese names, emoji and keycaps. */
const variationSelectors = /([\p{sc=Han}\p{Extended_Pictographic}])\p{Variation_Selector}|([\d#*])\uFE0F(?=\u20E3)/gu
/** Line breaks, tabs, and what pasted prose contains: soft hyphens, word breaks (common in Thai), direction marks. */
const layout = /[\t\n\r\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g
/** Controls, breaks, and characters that are invisible or change the text direction. */
const hiddenCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFC]/u

/**
 * Whether a text contains a character that no reader sees. Such characters make two different names look the same, let
 * one pass for another, and keep a name from ever matching a record.
 * @param lines true for prose, which is never compared: line breaks, tabs and break hints are its layout
 */
export function hasHiddenCharacter(text: string, { lines = false } = {}): boolean {
  const shown = text.replaceAll(variationSelectors, '$1$2').replaceAll(joiners, '$1')
  return hiddenCharacters.test(lines ? shown.replaceAll(layout, '') : shown)
}

/**
 * The rule for every name and text that people enter for others to read. It never applies to recorded documents, which
 * are accepted as recorded.
 */
export const visible = (schema: z.ZodString, options?: { lines: boolean }): z.ZodString =>
  schema.refine((text) => !hasHiddenCharacter(text, options), messages.hiddenCharacter)
