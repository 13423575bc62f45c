/** The person who fills in an alert's form: its owner, unless staff write it for a user. */
export type Reader = { byStaff?: boolean | undefined }

/**
 * The group of the form's texts that fit its reader: 'We'll notify you' for the owner is 'the recipients' for staff.
 */
export const getReaderTexts = ({ byStaff }: Reader) => (byStaff ? 'alertAdmin.byStaff' : 'alert')
