import { messageOf, statusOf, wantsLogin } from './errors.ts'
import { text } from '../i18n/i18n.ts'
import { ask } from '../dialogs/prompts.ts'

const conflictStatus = 409

/** Whether a save was refused because somebody else saved the same page first. */
export const isOutdated = (error: unknown): boolean => statusOf(error) === conflictStatus && !wantsLogin(error)

/** Tells who was faster, and offers the page as it is now; true where the reader wants it, and gives up what was typed. */
export const askToLoad = (outdated: unknown): Promise<boolean> =>
  ask({
    title: messageOf(outdated),
    detail: text('newer.detail'),
    yes: text('newer.load'),
    no: text('dialog.stay'),
  })
