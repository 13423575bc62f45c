import { expect, test } from 'vitest'
import { readPria } from './pria.ts'

const document = (inner: string, attributes = '') =>
  `<?xml version="1.0"?><REQUEST_GROUP xmlns:p="urn:p"><REQUEST><PRIA_REQUEST><PACKAGE>
   <p:PRIA_DOCUMENT RecordableDocumentType="Satisfaction" RecordableDocumentSequenceIdentifier="1" ${attributes}>${inner}</p:PRIA_DOCUMENT>
   </PACKAGE></PRIA_REQUEST></REQUEST></REQUEST_GROUP>`
const read = (inner: string, attributes = '') =>
  readPria(document(inner, attributes), (sequence) => `file-${sequence}`)[0]!

test.each([
  ['one string', '<GRANTOR _UnparsedName="MARLOWE, TESSA"/>', [{ role: 'GRANTOR', name: 'MARLOWE, TESSA' }]],
  [
    'parsed parts, before the string',
    '<GRANTEE _FirstName="Tessa" _MiddleName="Q" _LastName="Marlowe" _NameSuffix="JR" _UnparsedName="T Q MARLOWE"/>',
    [{ role: 'GRANTEE', firstName: 'Tessa', middleName: 'Q', lastName: 'Marlowe', suffix: 'JR' }],
  ],
  [
    'an entity',
    '<GRANTOR NonPersonEntityIndicator="Y" _UnparsedName="HARBOUR &amp; PINE LLC"/>',
    [{ role: 'GRANTOR', businessName: 'HARBOUR & PINE LLC' }],
  ],
  [
    'an entity whose name stands as a last name',
    '<GRANTOR NonPersonEntityIndicator="true" _LastName="HARBOUR BANK"/>',
    [{ role: 'GRANTOR', businessName: 'HARBOUR BANK' }],
  ],
  [
    'a person, told to be none of the others',
    '<GRANTOR NonPersonEntityIndicator="N" _UnparsedName="BRANDT IVO"/>',
    [{ role: 'GRANTOR', name: 'BRANDT IVO' }],
  ],
  [
    'aliases, each a party of its own',
    '<GRANTOR _UnparsedName="MARLOWE TESSA"><_ALIAS _UnparsedName="BRANDT TESSA"/><_ALIAS _FirstName="Tess" _LastName="Marlowe"/></GRANTOR>',
    [
      { role: 'GRANTOR', name: 'MARLOWE TESSA' },
      { role: 'GRANTOR', name: 'BRANDT TESSA' },
      { role: 'GRANTOR', firstName: 'Tess', lastName: 'Marlowe' },
    ],
  ],
])('reads a party as %s', (_name, xml, parties) => {
  expect(read(xml)).toMatchObject({ documentIdentifier: 'file-1', documentType: 'Satisfaction', parties })
})

test('reads the endorsement, parcels and legal description', () => {
  const event = read(
    `<GRANTOR _UnparsedName="MARLOWE TESSA"/>
     <PROPERTY><_IDENTIFICATION AssessorsParcelIdentifier="0171" AssessorsSecondParcelIdentifier="0172"/>
       <_LEGAL_DESCRIPTION _TextDescription="LOT 3"><PARCEL_IDENTIFICATION _Identifier="0173"/></_LEGAL_DESCRIPTION></PROPERTY>
     <RECORDING_ENDORSEMENT _InstrumentNumberIdentifier="2026-77" _RecordedDateTime="2026-08-20T14:48:00"/>`,
    'RecordableDocumentTypeCode="Deed"',
  )
  expect(event).toMatchObject({
    documentIdentifier: '2026-77',
    documentType: 'Deed',
    recordedAt: '2026-08-20T14:48:00',
    legalDescription: 'LOT 3',
    parcels: ['0171', '0172', '0173'],
  })
})

test('reads the street address of a property for each of its parcels', () => {
  const event = read(
    `<GRANTOR _UnparsedName="MARLOWE TESSA"/>
     <PROPERTY _StreetAddress="12 ELM ST" _StreetAddress2="UNIT 4" _City="ALDER FALLS">
       <_IDENTIFICATION AssessorsParcelIdentifier="0171" AssessorsSecondParcelIdentifier="0172"/></PROPERTY>
     <PROPERTY><_IDENTIFICATION AssessorsParcelIdentifier="0173"/></PROPERTY>`,
  )
  expect(event.parcels).toEqual([
    { id: '0171', situsAddress: '12 ELM ST UNIT 4' },
    { id: '0172', situsAddress: '12 ELM ST UNIT 4' },
    '0173',
  ])
})

test.each([
  ['<REQUEST_GROUP>', /not valid XML/],
  ['<REQUEST_GROUP/>', /no PRIA_DOCUMENT/],
  ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>', /not valid XML|no PRIA_DOCUMENT/],
])('refuses %s', (xml, message) => {
  expect(() => readPria(xml, () => undefined)).toThrow(message)
})
