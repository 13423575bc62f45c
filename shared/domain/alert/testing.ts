import type { AlertRules } from './alert.ts'

/** For tests: a county that offers everything, with at most two emails and one phone per alert. */
export const rules: AlertRules = {
  alertSettings: {
    businessAlert: true,
    nameAlert: true,
    parcelIdAlert: true,
    numberOfEmails: 2,
    numberOfPhones: 1,
    emailAcknowledgement: true,
    phoneAcknowledgement: true,
  },
  mask: null,
  otherCountries: false,
  texts: true,
  today: '2026-11-21',
}

export const withSettings = (settings: Partial<AlertRules['alertSettings']>): AlertRules => ({
  ...rules,
  alertSettings: { ...rules.alertSettings, ...settings },
})
