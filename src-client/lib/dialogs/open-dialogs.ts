/** Selects the dialogs that are open, the one on top last. */
export const openDialogs = '[role=dialog], [role=alertdialog]'
