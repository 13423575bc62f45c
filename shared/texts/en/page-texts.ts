import { enAccount } from './account.ts'
import { enAlertHelp } from './alert-help.ts'
import { enFoundRecords } from './found-records.ts'
import { enLists } from './lists.ts'
import { enPages } from './pages.ts'

/** The texts of all pages except the login page and the control panel. One module, so that they load in one request. */
export const enPageTexts = { ...enPages, ...enAccount, ...enLists, ...enAlertHelp, ...enFoundRecords }
