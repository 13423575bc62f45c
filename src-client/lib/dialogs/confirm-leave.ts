import { text } from '../i18n/i18n.ts'
import { ask } from './prompts.ts'

/** Asks before something typed is lost. True if nothing would be lost, or the reader chose to leave. */
export async function confirmLeave(changed: boolean): Promise<boolean> {
  if (!changed) return true
  return ask({
    title: text('dialog.leaveTitle'),
    detail: text('dialog.leaveDetail'),
    yes: text('dialog.leave'),
    no: text('dialog.stay'),
  })
}
