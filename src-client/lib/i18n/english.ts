import { enAccount } from './en-account.ts'
import { enAlertHelp } from './en-alert-help.ts'
import { enCodes } from './en-codes.ts'
import { enLists } from './en-lists.ts'
import { enPages } from './en-pages.ts'
import { enPanel } from './en-panel.ts'
import { enShell } from './en-shell.ts'

/** The whole English catalogue, for those who translate it; screens load it in parts (i18n.ts). */
export const english = { ...enShell, ...enPages, ...enAccount, ...enAlertHelp, ...enLists, ...enCodes, ...enPanel }
