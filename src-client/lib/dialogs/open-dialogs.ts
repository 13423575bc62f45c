/** Selects the open dialogs, the top one last. */
export const openDialogs = '[role=dialog], [role=alertdialog]'
