import { text } from '../i18n/i18n.ts'
import { ask } from './prompts.ts'

/** Asks before something typed is lost; true where nothing would be, or where the reader chose to leave. */
export async function askToLeave(changed: boolean): Promise<boolean> {
  if (!changed) return true
  return ask({
    title: text('dialog.leaveTitle'),
    detail: text('dialog.leaveDetail'),
    yes: text('dialog.leave'),
    no: text('dialog.stay'),
  })
}
