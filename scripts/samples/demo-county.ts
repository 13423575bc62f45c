import type { Role } from '#shared/contract/roles.ts'

/** Alder County, which does not exist: its settings, one person of each role, and what its resident watches. */

export const countySettings = {
  common: {
    countyName: 'Alder County',
    appTitle: 'Land Record Alerts',
    contactName: 'Odalys Fennimarsh',
    contactTitle: 'County Recorder',
    contactPhone: '(612) 555-0100',
    contactEmail: 'recorder@alder-county.example',
  },
  alertSettings: { numberOfEmails: 3, numberOfPhones: 3 },
  loginPageLatestNews: {
    paragraphs: [
      {
        heading: 'Watch your property records',
        paragraphContent:
          'Register your name, your trust or your parcel. When a document that mentions it is recorded, we notify you by email or text.',
      },
    ],
  },
  loginPageLinks: {
    paragraphs: [{ heading: "Recorder's office", paragraphContent: 'https://recorder.alder-county.example' }],
  },
}

export const people: Record<Role, { firstName: string; lastName: string; phone: string }> = {
  FOREVER: { firstName: 'Maribeth', lastName: 'Quillfeather', phone: '(612) 555-0101' },
  TRIMIN: { firstName: 'Rasmus', lastName: 'Ellsgarth', phone: '(612) 555-0102' },
  COUNTY: { firstName: 'Odalys', lastName: 'Fennimarsh', phone: '(612) 555-0103' },
  USER: { firstName: 'Thessaly', lastName: 'Brandvold', phone: '(612) 555-0134' },
  GUEST: { firstName: 'Ottoline', lastName: 'Greycombe', phone: '(612) 555-0105' },
}

export const home = { address: '412 Lantern St', city: 'Alder Falls', state: 'MN', zip: '55399' }

/** The parcel at that address, which one of the resident's alerts watches. */
export const homeParcel = { parcelId: '17-03-123-045', legalDescription: 'Lot 4, Block 2, Lantern Park Addition' }

export const emailFor = (role: Role) =>
  `${people[role].firstName}.${people[role].lastName}@alder-county.example`.toLowerCase()

const mine = emailFor('USER')
const father = 'family@brandvold.example'
const myPhone = people.USER.phone

/** The addresses and the number that are verified already; any other waits for its link, which is in the dev inbox. */
export const confirmed = { emails: [mine, father], phones: ['+16125550134'] }

type DemoAlert = { name: string; emails: string[]; phones: string[] } & (
  | { alertType: 'NAME'; firstName: string; lastName: string }
  | { alertType: 'BUSINESS'; businessName: string }
  | { alertType: 'PARCEL_ID'; parcelId: string }
)

export const alerts: DemoAlert[] = [
  {
    name: 'My name',
    alertType: 'NAME',
    firstName: 'Thessaly',
    lastName: 'Brandvold',
    emails: [mine],
    phones: [myPhone],
  },
  {
    name: "Dad's house",
    alertType: 'NAME',
    firstName: 'Corwin',
    lastName: 'Brandvold',
    emails: [mine, father],
    phones: [],
  },
  {
    name: 'Our trust',
    alertType: 'BUSINESS',
    businessName: 'Larkspur Hollow Family Trust',
    emails: [mine],
    phones: [],
  },
  {
    name: 'Home parcel',
    alertType: 'PARCEL_ID',
    parcelId: homeParcel.parcelId,
    emails: [mine, 'neighbor@lantern-street.example'],
    phones: [myPhone],
  },
]
