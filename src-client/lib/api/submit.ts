import type { FieldProblems } from '#shared/contract/errors.ts'
import { showMessage } from '../dialogs/prompts.ts'
import { goToLogin } from '../navigation.ts'
import { confirmReload, isOutdated } from './confirm-reload.ts'
import {
  askedFor,
  getFieldErrors,
  getErrorMessage,
  getUnansweredMessage,
  isAnswer,
  isUnanswered,
  requiresLogin,
} from './errors.ts'

type SubmitOptions = {
  fields?: readonly string[]
  onRefused?: () => void
  onOutdated?: () => Promise<void>
  inForm?: boolean
}

/** Replaces the name of a field in what `submit` returns: the form says that its call got no answer. */
export const unanswered = ':unanswered'

/**
 * Runs the submit action of a form. Returns the fields that the server rejected, for the form to show; a 403 leads to
 * the login page, and any other error shows as a WARNING.
 * @param fields of the form, if not all that the server can reject: an error of any other field shows its message too
 * @param onRefused runs after the message of a refusal by the server is closed
 * @param inForm false if no form shows that the call got no answer: then that is a WARNING too
 * @param onOutdated loads the record that another person saved first, once the reader agrees to lose the typed text
 */
export async function submit(
  act: () => Promise<void>,
  { fields, onRefused, onOutdated, inForm = true }: SubmitOptions = {},
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
    if (inForm && isUnanswered(error)) return { [unanswered]: getUnansweredMessage(error) }
    // The reader gave up confirming the password, so the form stays as it is.
    if (askedFor(error) === 'password') return
    await showMessage('WARNING', getErrorMessage(error))
    if (isAnswer(error)) onRefused?.()
  }
}
