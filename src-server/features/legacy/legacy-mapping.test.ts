import { describe, expect, test } from 'vitest'
import { parseMask } from '#shared/matching/parcels/parcel.ts'
import { mapAlert, mapEmail, skipReasons } from './legacy-mapping.ts'
import type { LegacyAlert, LegacyEmail } from './legacy-source.ts'

const email: LegacyEmail = { email_id: '7', email_address: 'wren@legacy.example', verified: 'true' }
const person: LegacyAlert = {
  alert_id: '31',
  alert_type: 'NAME',
  first_name: 'Wren',
  last_name: 'Hollowbrook',
  business_name: null,
  parcel_id: null,
  email_id: '7',
  status: 'A',
}
const taken = {
  legacyId: '31',
  legacyEmailId: '7',
  status: 'A',
  firstName: '',
  lastName: '',
  businessName: '',
  parcelId: '',
}

describe('an email', () => {
  test.each([
    [{}, { legacyId: '7', address: 'wren@legacy.example', verified: true }],
    [
      { email_id: ' 7 ', email_address: ' Wren@Legacy.example ' },
      { legacyId: '7', address: 'Wren@Legacy.example', verified: true },
    ],
    [{ verified: 'Y' }, { legacyId: '7', address: 'wren@legacy.example', verified: true }],
    [{ verified: null }, { legacyId: '7', address: 'wren@legacy.example', verified: false }],
    [{ verified: 'f' }, { legacyId: '7', address: 'wren@legacy.example', verified: false }],
  ])('accepts %j', (change, as) => expect(mapEmail({ ...email, ...change })).toEqual({ taken: as }))

  test.each([
    [{ email_id: null }, '—', skipReasons.noId],
    [{ email_id: 'x'.repeat(51) }, 'x'.repeat(50), 'Its number is too long.'],
    [{ email_address: null }, '7', skipReasons.badEmail],
    [{ email_address: 'wren at legacy.example' }, '7', skipReasons.badEmail],
    [{ email_address: 'wren@legacy.example,robin@legacy.example' }, '7', skipReasons.badEmail],
    [{ email_address: `${'w'.repeat(40)}@legacy.example` }, '7', 'The email address is too long: 50 characters max.'],
    [{ email_address: 'wr\0en@legacy.example' }, '7', skipReasons.unreadable],
    [{ email_address: 'wr\uFFFDn@legacy.example' }, '7', skipReasons.unreadable],
    [{ email_id: '7\u0007' }, '7?', skipReasons.unreadable],
  ])('skips %j', (change, legacyId, reason) => expect(mapEmail({ ...email, ...change })).toEqual({ legacyId, reason }))
})

describe('an alert', () => {
  test.each<[Partial<LegacyAlert>, object]>([
    [{}, { alertType: 'NAME', firstName: 'Wren', lastName: 'Hollowbrook', criteria: 'Wren Hollowbrook' }],
    [
      { alert_type: ' name ', first_name: ' Wren\t A. ' },
      { alertType: 'NAME', firstName: 'Wren A.', lastName: 'Hollowbrook', criteria: 'Wren A. Hollowbrook' },
    ],
    [
      { alert_type: 'BUSINESS', business_name: 'Quillmere Mill' },
      { alertType: 'BUSINESS', businessName: 'Quillmere Mill', criteria: 'Quillmere Mill' },
    ],
    [
      { alert_type: 'Business/Trust', business_name: 'Quillmere Mill' },
      { alertType: 'BUSINESS', businessName: 'Quillmere Mill', criteria: 'Quillmere Mill' },
    ],
    [
      { alert_type: 'PARCEL_ID', parcel_id: '17-03-123' },
      { alertType: 'PARCEL_ID', parcelId: '17-03-123', criteria: '17-03-123' },
    ],
    [
      { status: 'i' },
      { alertType: 'NAME', status: 'I', firstName: 'Wren', lastName: 'Hollowbrook', criteria: 'Wren Hollowbrook' },
    ],
    [{ status: 'P' }, { alertType: 'NAME', firstName: 'Wren', lastName: 'Hollowbrook', criteria: 'Wren Hollowbrook' }],
  ])('accepts %j', (change, as) => {
    const expected = { ...taken, ...as } as { criteria?: string }
    expect(mapAlert({ ...person, ...change }, null)).toEqual({ taken: { ...expected, name: expected.criteria } })
  })

  test.each<[Partial<LegacyAlert>, string]>([
    [{ first_name: null }, 'First name is missing.'],
    [{ first_name: '  ', last_name: null }, 'First name is missing.'],
    [{ last_name: '' }, 'Last name is missing.'],
    [{ first_name: 'W'.repeat(31) }, 'First name: 30 characters max.'],
    [{ last_name: '…' }, 'Last name: Use at least one letter or number.'],
    [{ alert_type: 'BUSINESS' }, 'Business name is missing.'],
    [{ alert_type: 'BUSINESS', business_name: 'Q'.repeat(151) }, 'Business name: 150 characters max.'],
    [{ alert_type: 'PARCEL_ID' }, 'Parcel ID is missing.'],
    [{ alert_type: 'PARCEL_ID', parcel_id: '1'.repeat(51) }, 'Parcel ID: 50 characters max.'],
    [{ alert_type: 'VEHICLE' }, skipReasons.unknownType],
    [{ alert_type: null }, skipReasons.unknownType],
    [{ status: 'X' }, skipReasons.unknownStatus],
    [{ status: null }, skipReasons.unknownStatus],
    [{ email_id: null }, skipReasons.noEmail],
    [{ last_name: 'Hollow\u0000brook' }, skipReasons.unreadable],
    [{ last_name: 'Hollow\uD800brook' }, skipReasons.unreadable],
    [{ last_name: 'Hollow\uFFFDbrook' }, skipReasons.unreadable],
  ])('skips %j', (change, reason) =>
    expect(mapAlert({ ...person, ...change }, null)).toEqual({ legacyId: '31', reason }),
  )

  test("a parcel id must fit the county's mask, and only the nickname shortens a long name", () => {
    const parcel = { ...person, alert_type: 'PARCEL_ID', parcel_id: '17-03-123-045' }
    expect(mapAlert(parcel, parseMask('2-2-3-3'))).toMatchObject({ taken: { parcelId: '17-03-123-045' } })
    expect(mapAlert({ ...parcel, parcel_id: '17-03-1234567-045' }, parseMask('2-2-3-3'))).toMatchObject({
      reason: expect.stringContaining('Parcel ID: ') as string,
    })
    const business_name = `Quillmere ${'Mill '.repeat(20)}Holdings`
    const mapped = mapAlert({ ...person, alert_type: 'BUSINESS', business_name }, null)
    expect(mapped).toMatchObject({ taken: { businessName: business_name, criteria: business_name } })
    expect('taken' in mapped && mapped.taken.name.length).toBeLessThanOrEqual(60)
  })
})
