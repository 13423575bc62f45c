import type { UserDetails } from '../../contract/account.ts'
import type { FieldProblems } from '../../contract/errors.ts'
import { parsePhone } from '../phone.ts'

/** Why text alerts cannot move to the phone of these details: the county does not text such a number. */
export function movedPhoneProblems(
  { phone }: Pick<UserDetails, 'phone'>,
  { service }: { service: { otherCountries: boolean } },
): FieldProblems {
  const read = parsePhone(phone, service.otherCountries)
  return 'problem' in read ? { phone: read.problem } : {}
}
