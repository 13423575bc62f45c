import { lazyDialog } from '#client/components/ui/lazy-dialog.tsx'

/** Loads when it opens: it needs the library of phone numbers, which home does without. */
export const CorrectDialog = lazyDialog(async () => (await import('./correct-dialog.tsx')).CorrectDialog)
