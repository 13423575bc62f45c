import { ask } from '#client/lib/dialogs/prompts.ts'
import { text } from '#client/lib/i18n/i18n.ts'
import type { Values } from './form-values.ts'
import type { SavedGroup } from './group-queries.ts'

/** True if alerts with these values could have no recipient at all. */
export const leavesNoRecipients = (group: SavedGroup, values: Values, texts: boolean): boolean =>
  group === 'alertSettings' && Number(values.numberOfEmails) === 0 && (!texts || Number(values.numberOfPhones) === 0)

/**
 * Asks before a save that may be a mistake. Resolves to true if it may proceed.
 * @param texts whether the county sends text messages
 */
export async function confirmSave(group: SavedGroup, values: Values, texts: boolean): Promise<boolean> {
  if (!leavesNoRecipients(group, values, texts)) return true
  return ask({
    title: text('settings.noRecipients.question'),
    detail: text('settings.noRecipients.detail'),
    yes: text('settings.noRecipients.yes'),
  })
}
