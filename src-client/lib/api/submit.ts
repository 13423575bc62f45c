import type { FieldProblems } from '#shared/contract/errors.ts'
import { confirmReload, isOutdated } from './confirm-reload.ts'
import { askedFor, getFieldErrors, getErrorMessage, requiresLogin } from './errors.ts'
import { goToLogin } from '../navigation.ts'
import { showMessage } from '../dialogs/prompts.ts'

type SubmitOptions = {
  fields?: readonly string[]
  onRefused?: () => void
  onOutdated?: () => Promise<void>
}

/**
 * Runs the submit action of a form. Returns the fields that the server rejected, for the form to show; a 403 leads to
 * the login page, and any other error shows as a WARNING (end-user.md, section 8).
 * @param fields of the form, if not all that the server can reject: an error of any other field shows its message too
 * @param onRefused runs after such a message is closed
 * @param onOutdated loads the record that somebody else saved first, once the reader agrees to lose what was typed
 */
export async function submit(
  act: () => Promise<void>,
  { fields, onRefused, onOutdated }: SubmitOptions = {},
): Promise<FieldProblems | void> {
  try {
    await act()
  } catch (error) {
    const problems = Object.entries(getFieldErrors(error)).filter(([field]) => fields?.includes(field) ?? true)
    if (problems.length > 0) return Object.fromEntries(problems)
    if (onOutdated && isOutdated(error)) {
      if (await confirmReload(error)) await onOutdated()
      return
    }
    if (requiresLogin(error)) return goToLogin()
    // The reader gave up confirming the password, so the form stays as it is.
    if (askedFor(error) === 'password') return
    await showMessage('WARNING', getErrorMessage(error))
    onRefused?.()
  }
}
