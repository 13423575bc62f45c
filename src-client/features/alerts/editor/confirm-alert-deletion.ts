import { ask } from '#client/lib/dialogs/prompts.ts'
import { text } from '#client/lib/i18n/i18n.ts'

/** Asks before an alert is deleted, with its criteria below the question. */
export const confirmAlertDeletion = (title: string, { criteria }: { criteria: string }): Promise<boolean> =>
  ask({
    title,
    detail: text('alert.deleteDetail', { criteria }),
    yes: text('alert.deleteYes'),
    destructive: true,
  })
