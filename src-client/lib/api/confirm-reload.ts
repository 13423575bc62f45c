import { ask } from '../dialogs/prompts.ts'
import { text } from '../i18n/i18n.ts'
import { getErrorMessage, getStatus, requiresLogin } from './errors.ts'

const conflictStatus = 409

/** Whether a save was rejected because someone else saved the same page first. */
export const isOutdated = (error: unknown): boolean => getStatus(error) === conflictStatus && !requiresLogin(error)

/** Says who saved first and offers to load the page again. True if the reader accepts, which drops what was typed. */
export const confirmReload = (outdated: unknown): Promise<boolean> =>
  ask({
    title: getErrorMessage(outdated),
    detail: text('newer.detail'),
    yes: text('newer.load'),
    no: text('dialog.stay'),
  })
