import { showMessage } from '../dialogs/prompts.ts'

type Response = { message?: string | undefined }

/** Options of a mutation: loads again what it changed, then shows the server's message. */
export const refreshThenShow = (refresh: () => Promise<unknown>) => ({
  onSuccess: async ({ message = '' }: Response) => {
    await refresh()
    void showMessage('OK', message)
  },
})
