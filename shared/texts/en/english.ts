import { enAccount } from './account.ts'
import { enAlertHelp } from './alert-help.ts'
import { enCodes } from './codes.ts'
import { enFoundRecords } from './found-records.ts'
import { enLists } from './lists.ts'
import { enPages } from './pages.ts'
import { enPanel } from './panel.ts'
import { enShell } from './shell.ts'

/** The complete English catalog, for translators; screens load it in parts (i18n.ts). */
export const english = {
  ...enShell,
  ...enPages,
  list: { ...enShell.list, ...enPages.list },
  ...enAccount,
  ...enAlertHelp,
  ...enFoundRecords,
  ...enLists,
  ...enCodes,
  ...enPanel,
}
