import { createStore } from '../store.ts'

type PasswordQuestion = { answer: (confirmed: boolean) => void }

/** Set while the password is being confirmed; app/hosts.tsx renders the dialog. */
export const passwordPrompt = createStore<PasswordQuestion | undefined>(undefined)

let asked: Promise<boolean> | undefined

/**
 * Asks for the password again over the page. Calls that need it at the same time share one dialog.
 * @returns true once the server accepted the password, false if the reader gave up
 */
export function askForPassword(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    passwordPrompt.set({
      answer: (confirmed) => {
        asked = undefined
        passwordPrompt.set(undefined)
        resolve(confirmed)
      },
    })
  })
  return asked
}
