// The names are those of feeds, with their abbreviations.
// cspell:ignoreRegExp /names: \[[^\]]*\]/g

import type { DocumentType } from './document-type.ts'

/** Documents by which a property changes hands. */
export const deeds = {
  deed: {
    explanation: 'A deed gives a property to a new owner. It is used when a property is sold, given or inherited.',
    source: 'Minnesota Statutes 507.01',
    names: ['deed', 'dd', 'deeds', 'conveyance', 'indenture deed'],
  },
  quitClaimDeed: {
    explanation:
      'A quit claim deed gives up someone’s claim to a property. The giver makes no promise of owning anything.',
    source: 'Minnesota Statutes 507.06 and 507.07',
    names: ['quit claim deed', 'quitclaim deed', 'quit claim', 'quitclaim', 'qcd', 'qc', 'qcl', 'qc deed', 'qtcl deed'],
  },
  warrantyDeed: {
    explanation:
      'A warranty deed gives a property to a new owner. The seller promises that no one else has a claim to it.',
    source: 'Minnesota Statutes 507.07',
    names: [
      'warranty deed',
      'general warranty deed',
      'wd',
      'wty deed',
      'warr deed',
      'gwd',
      'statutory warranty deed',
      'swd',
    ],
  },
  limitedWarrantyDeed: {
    explanation:
      'A limited warranty deed gives a property to a new owner. The seller’s promise covers only the years the seller owned it.',
    source: 'Ohio Revised Code 5302.07 and 5302.08',
    names: ['limited warranty deed', 'special warranty deed', 'lwd', 'spwd', 'sp wd', 'spec warranty deed'],
  },
  grantDeed: {
    explanation:
      'A grant deed gives a property to a new owner. The seller promises not to have sold it to someone else before.',
    source: 'California Civil Code 1113',
    names: ['grant deed', 'gd', 'grant deeds'],
  },
  bargainAndSaleDeed: {
    explanation:
      'A bargain and sale deed gives a property to a new owner. The seller promises little about who else has a claim.',
    source: 'Revised Code of Washington 64.04.040',
    names: ['bargain and sale deed', 'bargain & sale deed', 'bsd', 'b&s deed', 'bargain sale deed'],
  },
  transferOnDeathDeed: {
    explanation:
      'A transfer on death deed names who gets a property when its owner dies. Until then the owner keeps it and can change this.',
    source: 'Minnesota Statutes 507.071',
    names: [
      'transfer on death deed',
      'tod deed',
      'todd',
      'tod',
      'beneficiary deed',
      'bene deed',
      'transfer upon death deed',
      'revocable transfer on death deed',
    ],
  },
  trusteesDeed: {
    explanation:
      'A trustee’s deed comes from someone who holds a property for others. Families use it, and so do lenders after a foreclosure sale.',
    source: 'Revised Code of Washington 61.24.050',
    names: [
      'trustees deed',
      'trustee deed',
      'trustee’s deed',
      'trustees deed upon sale',
      'trustee’s deed upon sale',
      'tdus',
    ],
  },
  sheriffsDeed: {
    explanation: 'A sheriff’s deed gives a property to a new owner after a court had it sold for a debt.',
    source: 'Revised Code of Washington 6.21.120',
    names: [
      'sheriffs deed',
      'sheriff deed',
      'sheriff’s deed',
      'shd',
      'sher deed',
      'marshals deed',
      'commissioners deed',
      'referees deed',
      'masters deed',
    ],
  },
  certificateOfSale: {
    explanation:
      'A certificate of sale shows who bought a property at a foreclosure sale. The owner may have time left to pay and keep it.',
    source: 'Minnesota Statutes 580.12',
    names: [
      'certificate of sale',
      'sheriffs certificate of sale',
      'sheriff’s certificate of sale',
      'sheriffs certificate',
      'cert of sale',
    ],
  },
  taxDeed: {
    explanation: 'A tax deed gives a property to a new owner because its property taxes were not paid.',
    source: 'Wisconsin Statutes 75.14',
    names: ['tax deed', 'txd', 'county tax deed', 'tax title deed'],
  },
  personalRepresentativesDeed: {
    explanation:
      'This deed gives the property of a person who died to an heir or a buyer. It is signed by the one who settles the estate.',
    source: 'Minnesota Statutes 524.3-907',
    names: [
      'personal representatives deed',
      'personal representative deed',
      'personal representative’s deed',
      'prd',
      'pr deed',
      'executors deed',
      'executor deed',
      'executor’s deed',
      'administrators deed',
      'administrator’s deed',
      'deed of distribution',
      'deed distribution',
      'fiduciary deed',
      'guardians deed',
      'conservators deed',
    ],
  },
  correctionDeed: {
    explanation: 'A correction deed fixes a mistake in an earlier deed, such as a wrong name or lot.',
    source: 'Texas Property Code 5.028',
    names: [
      'correction deed',
      'corrective deed',
      'corrected deed',
      'deed of correction',
      'correction warranty deed',
      'corrective warranty deed',
      'scriveners affidavit',
      'scrivener’s affidavit',
      'affidavit of correction',
      'correction affidavit',
      'correction instrument',
    ],
  },
  giftDeed: {
    explanation:
      'A gift deed gives a property to a new owner who pays nothing for it. It is often used within families.',
    source: 'North Carolina General Statutes 47-26',
    names: ['gift deed', 'deed of gift'],
  },
  contractForDeed: {
    explanation:
      'A contract for deed sells a property in payments over time. The buyer gets the deed after the last payment.',
    source: 'Minnesota Statutes 507.235',
    names: [
      'contract for deed',
      'cfd',
      'land contract',
      'lc',
      'installment contract',
      'real estate contract',
      'rec',
      'contract of sale',
      'agreement for deed',
      'memorandum of contract',
      'land installment contract',
      'contract deed',
    ],
  },
} as const satisfies Record<string, DocumentType>
