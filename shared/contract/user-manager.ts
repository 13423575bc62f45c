import { z } from 'zod'
import { details, readOnly, secret, text, type UserDetails } from './account.ts'
import type { FormerContact } from './former-contact.ts'
import { id, idInput } from './id.ts'
import { pageInput, textInput } from './paging.ts'
import { type Role, roles, type UserStatus } from './roles.ts'

/** A user as administrators see it. */
export type ManagedUser = UserDetails & {
  id: number
  username: string
  role: Role
  status: UserStatus
  alertCount: number
}

/** A user on their own page: how many alerts go to the account's email and phone, and to former ones. */
export type ManagedUserPage = ManagedUser & {
  alertsByEmail: number
  alertsByPhone: number
  formerContacts: FormerContact[]
}

const statusFilter = z
  .enum(['ALL', 'A', 'I', 'P', 'L', ''])
  .nullish()
  .transform((status) => status || 'ALL')
export type UserStatusFilter = z.infer<typeof statusFilter>

const listFields = {
  filterText: textInput,
  statusType: statusFilter,
  accountId: idInput,
  emailAddressId: idInput,
  phoneNumberId: idInput,
  page: pageInput,
}

/**
 * Filters of the list of users. `accountId` is one user's id; the other ids are an email or a phone of an alert, and
 * select every user with that address or number.
 */
export const userListInput = z.strictObject(listFields)
export type UserListInput = z.infer<typeof userListInput>

/** An action on one user, with the filters of the list that it returns. */
export const userActionInput = z.strictObject({ userId: id, ...listFields })

/** A new user (`id` absent or 0) with username and password, or an existing user, whose username cannot change. */
export const userInput = z.strictObject({
  id: idInput,
  username: text,
  role: z
    .enum([...roles, ''])
    .nullish()
    .transform((role) => role || undefined),
  ...details,
  password: secret,
  passwordConfirm: secret,
  status: readOnly,
  alertCount: readOnly,
  alertsByEmail: readOnly,
  alertsByPhone: readOnly,
  formerContacts: readOnly,
  /** With a new email, alerts that go to the old one move to the new one; with a new phone, those by text. */
  moveAlerts: z.boolean().nullish(),
  moveTexts: z.boolean().nullish(),
  /** The former address or number belongs to another person, so we send nothing more there. */
  emailBelongsToOther: z.boolean().nullish(),
  phoneBelongsToOther: z.boolean().nullish(),
  /** The version that the caller has seen; if absent, the last save wins. */
  version: z.number().int().optional(),
})
export type UserInput = z.infer<typeof userInput>

export const userPasswordInput = z.strictObject({
  id,
  username: readOnly,
  password: secret,
  passwordConfirm: secret,
})
