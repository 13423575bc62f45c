/** The name of a user outside the reader's allowable types (decisions, section 3). */
export const providerStaff = 'Provider staff'
