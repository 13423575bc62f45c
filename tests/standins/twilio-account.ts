/** The county's account with the stand-in of Twilio. */
export const twilioAccount = `AC${'0123456789abcdef'.repeat(2)}`
export const twilioToken = 'a-token-of-tests'
export const twilioNumber = '+16125550100'
