/**
 * Header of every response to the screens: the lockout in effect, or `off`. Open pages reload its texts when it
 * changes. It has its own file because the login page needs nothing else of the envelope.
 */
export const lockoutHeader = 'x-lockout'
