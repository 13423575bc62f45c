/** The name of a user whose type the reader may not see. */
export const providerStaff = 'Provider staff'
