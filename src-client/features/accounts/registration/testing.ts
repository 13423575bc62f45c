import type { StartContent } from '#client/lib/api/start-content.ts'

/** What registration needs to know of a county, with a list of its properties and every type of alert on. */
export const county: Pick<StartContent, 'stateCode' | 'parcelMask' | 'alertSettings' | 'hasRoll'> = {
  stateCode: 'MN',
  parcelMask: '',
  hasRoll: true,
  alertSettings: {
    businessAlert: true,
    nameAlert: true,
    parcelIdAlert: true,
    numberOfEmails: 1,
    numberOfPhones: 1,
    emailAcknowledgement: true,
    phoneAcknowledgement: true,
  },
}
