import type { FieldProblems } from '#shared/contract/errors.ts'
import { askedFor, fieldsOf, messageOf, wantsLogin } from './errors.ts'
import { goToLogin } from '../navigation.ts'
import { showMessage } from '../dialogs/prompts.ts'

/**
 * Runs the act of a form. The fields that the server refused are answered for the form to show; a 403 leads to the
 * login page, any other refusal shows as a WARNING (end-user.md, section 8).
 * @param fields of the form: a refusal of another field shows its message too
 * @param onRefused runs once such a message is closed
 */
export async function submit(
  act: () => Promise<void>,
  { fields, onRefused }: { fields: readonly string[]; onRefused?: () => void },
): Promise<FieldProblems | void> {
  try {
    await act()
  } catch (error) {
    const problems = Object.entries(fieldsOf(error)).filter(([field]) => fields.includes(field))
    if (problems.length > 0) return Object.fromEntries(problems)
    if (wantsLogin(error)) return goToLogin()
    // The reader was asked for the password and gave up: the form stays as it is.
    if (askedFor(error) === 'password') return
    await showMessage('WARNING', messageOf(error))
    onRefused?.()
  }
}
