export { CorrectDialog } from './correct-dialog.tsx'
