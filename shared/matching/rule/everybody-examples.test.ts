// cspell:ignore kwame tigist xiong moua minh dela jurgen yusuf
import { check, firms, firstLast, lastFirst, people } from '#tests/matching/check-examples.ts'

// Names that a census of 1990 lists or does not list are read alike, in every capacity.

check('a phrase after a comma is a tail also, never instead', [
  { record: 'AL NASSER, OMAR KHALID', found: people('Omar | Al Nasser', 'Omar Khalid | Nasser') },
  {
    record: 'CRUZ ORTEGA, ELVIA MARISOL',
    found: people('Elvia | Cruz Ortega', 'Elvia | Cruz', 'Elvia Marisol | Ortega'),
  },
  { record: 'ABDUL OKAFOR, KWAME YAW', found: people('Kwame | Abdul Okafor'), missed: people('Abdul | Okafor') },
  { record: 'JAMES MARSH, RIVERTON', found: people('James | Marsh') },
  { record: 'JAMES MARSH, RIVERTON', feed: lastFirst, found: people('Riverton | James Marsh') },
])

check('beneficiaries and wards are named as spoken, whatever the feed states', [
  ...[
    'FBO',
    'F/B/O',
    'CFBO',
    'FOR THE BENEFIT OF',
    'FOR BENEFIT OF',
    'GUARDIAN OF',
    'AS GUARDIAN OF',
    'CUSTODIAN FOR',
    'CONSERVATOR OF',
  ].map((marker) => ({
    record: `MARSH, PETER ${marker} TIGIST OKAFOR`,
    feed: lastFirst,
    found: people('Peter | Marsh', 'Tigist | Okafor'),
    missed: people('Okafor | Tigist', 'Peter | Okafor', 'Tigist | Marsh'),
  })),
  {
    record: 'MARSH, PETER GUARDIAN OF OKAFOR, TIGIST',
    feed: firstLast,
    found: people('Tigist | Okafor'),
    missed: people('Okafor | Tigist'),
  },
  {
    record: 'OKAFOR, TIGIST, DECEASED, BY PETER MARSH, PERSONAL REPRESENTATIVE',
    feed: lastFirst,
    found: people('Tigist | Okafor', 'Peter | Marsh'),
    missed: people('Marsh | Peter', 'Peter | Okafor'),
  },
  {
    record: 'OKAFOR, TIGIST, DECEASED, BY MARSH, PETER, PERSONAL REPRESENTATIVE',
    found: people('Tigist | Okafor', 'Peter | Marsh'),
  },
  { record: 'STAND BY ME LLC', found: firms('Stand By Me'), missed: people('Me | Stand') },
])

check('transfer on death parts owners from beneficiaries', [
  ...['TOD', 'T/O/D', 'TRANSFER ON DEATH TO', 'TRANSFER ON DEATH'].flatMap((marker) => [
    {
      record: `MARSH, PETER ${marker} OKAFOR, TIGIST`,
      found: people('Peter | Marsh', 'Tigist | Okafor'),
      missed: people('Tigist | Marsh', 'Peter | Okafor'),
    },
    {
      record: `PETER MARSH ${marker} TIGIST OKAFOR`,
      feed: firstLast,
      found: people('Peter | Marsh', 'Tigist | Okafor'),
    },
  ]),
  {
    record: 'JOHN TOD MARSH',
    feed: firstLast,
    found: people('John | Marsh', 'John Tod | Marsh'),
    missed: people('Tod | Marsh'),
  },
  { record: 'ESTATE OF TOD PETER MARSH', found: people('Tod | Marsh') },
  { record: '12 TOD LANE LLC', found: firms('12 Tod Lane'), missed: people('Lane | Tod') },
])

check(
  'tenancies are tails',
  ['TEES', 'T/E', 'TBE', 'AS TENANTS IN COMMON', 'AS JOINT TENANTS'].map((tail) => ({
    record: `MARSH, PETER & TIGIST, ${tail}`,
    found: people('Peter | Marsh', 'Tigist | Marsh'),
    missed: people('Tees | Marsh', 'Common | Marsh'),
  })),
)

check('another name after F/K/A, also of names that no list holds', [
  { record: 'XIONG, YER F/K/A YER MOUA', found: people('Yer | Xiong', 'Yer | Moua') },
  { record: 'YER XIONG FKA YER MOUA', found: people('Yer | Xiong', 'Yer | Moua') },
])

check('a trust named by its trustees’ surnames is a family’s, and their part shows the order of its names', [
  {
    record: 'MARSH, PETER & OKAFOR, TIGIST TRUSTEES OF THE MARSH OKAFOR FAMILY TRUST',
    found: people('Peter | Marsh', 'Tigist | Okafor'),
    missed: people('Marsh | Okafor', 'Okafor | Marsh'),
  },
  {
    record: 'PETER MARSH AND TIGIST OKAFOR, TRUSTEES OF THE MARSH OKAFOR LIVING TRUST',
    found: people('Peter | Marsh', 'Tigist | Okafor'),
    missed: people('Marsh | Okafor', 'Okafor | Marsh'),
  },
  {
    record: 'THOMAS, JAMES TRUSTEE OF THE JAMES THOMAS REVOCABLE TRUST',
    found: people('James | Thomas'),
    missed: people('Thomas | James'),
  },
  {
    record: 'MARSH, PETER TRUSTEE OF THE HELEN OKAFOR REVOCABLE TRUST',
    found: people('Peter | Marsh', 'Helen | Okafor'),
  },
])

check('whoever stands only after a care-of mark is no party', [
  { record: 'MARSH, PETER C/O TIGIST R OKAFOR', found: people('Peter | Marsh'), missed: people('Tigist | Okafor') },
  { record: 'MARSH, PETER % HARBOR LEDGER LLC', found: people('Peter | Marsh'), missed: firms('Harbor Ledger') },
  { record: 'C/O HARBOR LEDGER LLC', found: firms('Harbor Ledger') },
])

check('a particle between a given name and a surname may be a middle name', [
  { record: 'MINH VAN TRAN', feed: firstLast, found: people('Minh | Tran', 'Minh Van | Tran', 'Minh | Van Tran') },
  { record: 'MINH VAN TRAN', found: people('Minh | Tran') },
  {
    record: 'VICTOR M VAN WARREN',
    feed: firstLast,
    found: people('Victor | Van Warren'),
    missed: people('Victor | Warren'),
  },
  { record: 'ANN VAN BUREN', feed: firstLast, found: people('Ann | Van Buren'), missed: people('Ann | Buren') },
])

check('NEE before a hyphen is a name, and after a full name also the marker', [
  { record: 'NEE-WONG, ANN', found: people('Ann | Nee-Wong', 'Ann | Wong') },
  { record: 'MARSH, ANN NEE-OKAFOR', found: people('Ann | Marsh', 'Ann | Okafor') },
])

check('FNU and LNU stand for the missing name', [
  { record: 'LNU, TIGIST OKAFOR', found: people('Tigist | Okafor') },
  { record: 'FNU, OKAFOR TIGIST', found: people('Tigist | Okafor') },
  { record: 'OKAFOR, FNU TIGIST', found: people('Tigist | Okafor', 'Fnu | Okafor') },
])

check('particles written as one word', [
  {
    record: 'DELA CRUZ, ANA',
    found: people('Ana | Dela Cruz', 'Ana | De La Cruz', 'Ana | Delacruz'),
    missed: people('Ana | Cruz'),
  },
  {
    record: 'ANA DELOS REYES',
    feed: firstLast,
    found: people('Ana | Delos Reyes', 'Ana | De Los Reyes'),
    missed: people('Ana | Reyes'),
  },
])

check('a husband’s name may be left out', [
  { record: 'GARCIA DE LOPEZ, ANA', found: people('Ana | Garcia', 'Ana | Garcia De Lopez') },
  { record: 'ANA GARCIA DE LOPEZ', feed: firstLast, found: people('Ana | Garcia', 'Ana | De Lopez') },
  { record: 'GARCIA VIUDA DE LOPEZ, ANA', found: people('Ana | Garcia') },
  { record: 'GARCIA VDA DE LOPEZ ANA', feed: lastFirst, found: people('Ana | Garcia') },
  { record: 'DE LOPEZ, ANA', missed: people('Ana | Garcia') },
])

check('umlauts are also two letters', [
  { record: 'MUELLER, JUERGEN', found: people('Jürgen | Müller'), missed: people('Jurgen | Muller') },
  { record: 'MULLER, JURGEN', found: people('Jürgen | Müller') },
  { record: 'SCHROEDER, ANNA', found: people('Anna | Schröder') },
  { record: 'SCHRODER, ANNA', found: people('Anna | Schröder'), missed: people('Anna | Schroeder') },
])

check('particles and patronymics are no sign of agreement between middle names', [
  {
    record: 'OKAFOR, OMAR BIN YUSUF',
    found: people('Omar Bin Yusuf | Okafor', 'Omar | Okafor'),
    missed: people('Omar Bin Khalid | Okafor'),
  },
  { record: 'OKAFOR, OMAR AL', found: people('Omar Al Khalid | Okafor') },
  { record: 'NASSER, OMAR MOHAMMAD ALI', missed: people('Omar Mohammad Khalid | Nasser') },
])

check('a list of full names, and one person with a Y between last names', [
  { record: 'SOLIS Y VEGA, JUAN Q XAVIER', found: people('Juan Q | Solis y Vega', 'Juan | Solis') },
  {
    record: 'PETER Y MARSH, HELEN R OKAFOR AND JUAN Q SOLIS',
    found: people('Peter | Marsh', 'Helen | Okafor', 'Juan | Solis'),
  },
])

check('the order of a name is a question of weight', [
  { record: 'JOHN SMITH', found: people('John | Smith'), missed: people('Smith | John') },
  { record: 'KWAME TIGIST', found: people('Kwame | Tigist', 'Tigist | Kwame') },
  { record: 'THOMAS JAMES', found: people('Thomas | James', 'James | Thomas') },
  { record: 'SMITH JOHN', feed: firstLast, found: people('Smith | John'), missed: people('John | Smith') },
  { record: 'MARSH, PETER & MARY ANN', found: people('Peter | Marsh', 'Mary | Marsh'), missed: people('Mary | Ann') },
  { record: 'MARSH, PETER & KWAME TIGIST', found: people('Kwame | Marsh', 'Kwame | Tigist', 'Tigist | Kwame') },
])
