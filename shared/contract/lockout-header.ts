/**
 * Header of every answer to the screens: which lockout is in place, `off` for none. The pages that stand open read its
 * texts again when it changes. In a file of its own: the login page loads it, and needs nothing else of the envelope.
 */
export const lockoutHeader = 'x-lockout'
