// cspell:disable
/**
 * Secondary unit designators: the standard abbreviation, and the other forms in use.
 * Source: USPS Publication 28, Appendix C2, Secondary Unit Designators. APTMT, BLD, FLR and SP are not in it; county rolls
 * write them.
 */
export const numberedUnits: Record<string, string> = {
  APT: 'APARTMENT APTMT',
  BLDG: 'BUILDING BLD',
  DEPT: 'DEPARTMENT',
  FL: 'FLOOR FLR',
  HNGR: 'HANGAR HANGER',
  KEY: '',
  LOT: '',
  PIER: '',
  RM: 'ROOM',
  SLIP: '',
  SPC: 'SPACE SP',
  STOP: '',
  STE: 'SUITE',
  TRLR: 'TRAILER',
  UNIT: '',
}

/** Designators that need no number after them. */
export const namedUnits: Record<string, string> = {
  BSMT: 'BASEMENT',
  FRNT: 'FRONT',
  LBBY: 'LOBBY',
  LOWR: 'LOWER',
  OFC: 'OFFICE',
  PH: 'PENTHOUSE',
  REAR: '',
  SIDE: '',
  UPPR: 'UPPER',
}
