/** Who fills in an alert's form: its owner, unless staff write it for a user. */
export type Reader = { byStaff?: boolean | undefined }

/** The group of the form's texts that speak to its reader: 'We'll notify you' to the owner is 'the recipients' to staff. */
export const getReaderTexts = ({ byStaff }: Reader) => (byStaff ? 'alertAdmin.byStaff' : 'alert')
