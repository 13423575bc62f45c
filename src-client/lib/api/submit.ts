import type { FieldProblems } from '#shared/contract/errors.ts'
import { askedFor, getFieldErrors, getErrorMessage, requiresLogin } from './errors.ts'
import { goToLogin } from '../navigation.ts'
import { showMessage } from '../dialogs/prompts.ts'

/**
 * Runs the submit action of a form. Returns the fields that the server rejected, for the form to show; a 403 leads to
 * the login page, and any other error shows as a WARNING (end-user.md, section 8).
 * @param fields of the form: an error of any other field shows its message too
 * @param onRefused runs after such a message is closed
 */
export async function submit(
  act: () => Promise<void>,
  { fields, onRefused }: { fields: readonly string[]; onRefused?: () => void },
): Promise<FieldProblems | void> {
  try {
    await act()
  } catch (error) {
    const problems = Object.entries(getFieldErrors(error)).filter(([field]) => fields.includes(field))
    if (problems.length > 0) return Object.fromEntries(problems)
    if (requiresLogin(error)) return goToLogin()
    // The reader gave up confirming the password, so the form stays as it is.
    if (askedFor(error) === 'password') return
    await showMessage('WARNING', getErrorMessage(error))
    onRefused?.()
  }
}
