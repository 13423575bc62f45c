/** Labels of an account's fields, for its pages and the audit report. */
export const accountLabels = {
  username: 'Username',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  phone: 'Phone',
} as const

export const phoneFormatLabel = 'Phone format'
export const phoneFormats = { STANDARD: 'Standard', INTERNATIONAL: 'International' } as const
export const userTypeLabel = 'User type'
