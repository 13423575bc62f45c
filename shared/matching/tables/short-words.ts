/** Long words of business names and the short ones that stand for them; a short word is never lengthened. */
const shortToLong: Record<string, string> = {
  BROS: 'BROTHERS',
  ST: 'STREET SAINT',
  MT: 'MOUNT',
  MTN: 'MOUNTAIN',
  FT: 'FORT',
  ASSOC: 'ASSOCIATION ASSOCIATIONS ASSOCIATE ASSOCIATES ASSN ASSNS ASSOCS',
  REV: 'REVOCABLE REVOCABEL',
  IRREV: 'IRREVOCABLE',
  LIV: 'LIVING',
  FAM: 'FAMILY',
  AVE: 'AVENUE AV',
  BLVD: 'BOULEVARD',
  CIR: 'CIRCLE',
  CT: 'COURT',
  DR: 'DRIVE',
  EXPY: 'EXPRESSWAY',
  FWY: 'FREEWAY',
  HTS: 'HEIGHTS',
  HWY: 'HIGHWAY',
  LN: 'LANE',
  PKWY: 'PARKWAY',
  PL: 'PLACE',
  PLZ: 'PLAZA',
  RD: 'ROAD',
  SQ: 'SQUARE',
  TER: 'TERRACE',
  TPKE: 'TURNPIKE',
  TRL: 'TRAIL',
}

export const shortWords: ReadonlyMap<string, string> = new Map(
  Object.entries(shortToLong).flatMap(([short, long]) =>
    long.split(' ').map((word): [string, string] => [word, short]),
  ),
)
