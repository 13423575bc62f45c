/** The mail call of the bare HTTP loops, which post the same message each time. */
export const mailPath = '/v3/mail/send'
export const mailHeaders = { 'content-type': 'application/json', authorization: 'Bearer SG.benchmark' }
