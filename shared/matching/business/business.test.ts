import { describe, expect, it } from 'vitest'
import { business, isFound, decideMatch, record } from '#tests/matching/shorthand.ts'
import type { FeedFormat } from '../text/feed-format.ts'

/** Each clause of the rule for businesses and trusts, with invented names. */
type Row = [alert: string, name: string, matches: boolean, feed?: Partial<FeedFormat>]

const clauses: Record<string, Row[]> = {
  'the whole record, each part and each run of parts are compared; the alert is never split': [
    ['B & S Farms', 'B & S FARMS', true],
    ['B and S Farms', 'B&S FARMS LLC', true],
    ['B & S Farms', 'S FARMS', false],
    ['S Farms', 'B & S FARMS', true],
    ['Harbor Holdings', 'SMITH, JOHN / HARBOR HOLDINGS LLC', true],
    ['B & S Farms', 'SMITH, JOHN / B & S FARMS / JONES, MARY', true],
    ['Land Builders', 'LAND/BUILDERS LLC', true],
    ['Surge Plumbing', 'RIOS, SERGIO DBA SURGE PLUMBING', true],
    ['Harbor IRA', 'HARBOR IRA INC FBO DIANA CALDER', true],
    ['Hill Plains', 'MASON LLC AKA HILL PLAINS LLC', true],
    ['Todd Family Trust', 'TODD, JOHN TRUSTEE OF THE TODD FAMILY TRUST', true],
    ['US Bank NA', 'U.S. BANK N.A. AS TRUSTEE FOR HARBOR TRUST 2006-1', true],
    ['Harbor Trust 2006-1', 'U.S. BANK N.A. AS TRUSTEE FOR HARBOR TRUST 2006-1', true],
    ['Harbor Bank', 'ELM SYSTEMS, INC. AS NOMINEE FOR HARBOR BANK', true],
    ['Elm Systems', 'ELM SYSTEMS, INC. AS NOMINEE FOR HARBOR BANK', true],
    ['Mason LLC AKA Hill Plains', 'MASON LLC A/K/A HILL PLAINS LLC', true],
    ['Harbor Holdings', 'SMITH JOHN  HARBOR HOLDINGS', true, { doubleSpaceSplits: true }],
    ['Harbor Holdings', 'SMITH JOHN  HARBOR HOLDINGS', false],
  ],
  'both sides are normalized': [
    ['Café Niño', 'CAFE NINO', true],
    ["Joe's Diner", 'JOES DINER', true],
    ['A-1 Storage', 'A 1 STORAGE', true],
    ['Buy-Out Company', 'BUY OUT COMPANY', true],
    ['Blue Sky', 'BLUESKY', true],
    ['Harbor Co.Inc.', 'HARBOR', true],
  ],
  'spaced initials are joined': [
    ['JCC Investments', 'J C C INVESTMENTS LLC', true],
    ['U.S. Steelworks', 'US STEELWORKS', true],
    ['J.D. Futures', 'J D FUTURES', true],
    ['Block A', 'BLOCK A L L C', true],
    ['Citizens Bank', 'CITIZENS BANK N A', true],
  ],
  'THE, AND, ET AL, EXEC, CUST and TR are dropped at the ends': [
    ['Harbor Group', 'THE HARBOR GROUP', true],
    ['The Harbor Group', 'HARBOR GROUP', true],
    ['Harbor Group', 'HARBOR GROUP AND', true],
    ['Harbor Group', 'HARBOR GROUP, LLC, ET AL', true],
    ['Harbor Group', 'HARBOR GROUP ETAL', true],
    ['Harbor Bank', 'HARBOR BANK CUST', true],
    ['Harbor Bank', 'HARBOR BANK EXEC', true],
    ['Harbor Bank', 'HARBOR BANK TR', true],
    ['Harbor Bank', 'HARBOR BANK, AS TRUSTEE', true],
    ['The', 'THE', true],
  ],
  'TR is TRUST after LIV, FAM, REV, IRREV and LAND': [
    ['Todd Family Trust', 'TODD FAM TR', true],
    ['Todd Family Trust', 'TODD FAMILY TR', true],
    ['Todd Living Trust', 'TODD LIV TR', true],
    ['Todd Revocable Living Trust', 'TODD REV LIVING TR', true],
    ['Todd Irrevocable Trust', 'TODD IRREV TR', true],
    ['5470 Worth Street Land Trust', '5470 WORTH ST LAND TR', true],
    ['Todd Trust', 'TODD TR', false],
    ['New Pier Trust Company', 'NEW PIER TR COMPANY', true],
  ],
  'legal forms are stripped again and again, never to nothing': [
    ['CJK Foods', 'CJK FOODS, L.L.C.', true],
    ['CJK Foods', 'CJK FOODS L L C', true],
    ['CJK Foods', 'CJK FOODS LIMITED LIABILITY COMPANY', true],
    ['CJK Foods', 'CJK FOODS CO., INC.', true],
    ['CJK Foods', 'CJK FOODS LTD LLC', true],
    ...'LLC LC INC CORP CO LTD LP LLP LLLP GP PLLC PC PA NA NV DST'
      .split(' ')
      .map((form): Row => ['CJK Foods', `CJK FOODS ${form}`, true]),
    ...[
      'INCORPORATED',
      'CORPORATION',
      'COMPANY',
      'LIMITED',
      'LIMITED PARTNERSHIP',
      'LIMITED LIABILITY PARTNERSHIP',
      'LIMITED LIABILITY LIMITED PARTNERSHIP',
      'GENERAL PARTNERSHIP',
      'PROFESSIONAL CORPORATION',
      'PROFESSIONAL ASSOCIATION',
      'NATIONAL ASSOCIATION',
      'NATIONAL ASSOC',
      'DELAWARE STATUTORY TRUST',
    ].map((form): Row => ['CJK Foods', `CJK FOODS ${form}`, true]),
    ['LTD Holdings', 'LTD HOLDINGS LLC', true],
    ['The Company', 'COMPANY LLC', true],
    ['Company', 'LLC', false],
    ['CJK Foods LLC', 'CJK FOODS', true],
    ['CJK Foods LLC', 'CJK FOODS INC', true],
    ['CJK Foods Group', 'CJK FOODS', false],
  ],
  'long words become short ones, never the reverse': [
    ['Smith Brothers', 'SMITH BROS INC', true],
    ['Smith Bros', 'SMITH BROTHERS', true],
    ['12 Elm Street', '12 ELM ST LLC', true],
    ['Saint Anne Church', 'ST ANNE CHURCH', true],
    ['12 Elm Avenue', '12 ELM AVE', true],
    ['12 Elm Boulevard', '12 ELM BLVD', true],
    ['12 Elm Drive', '12 ELM DR', true],
    ['12 Elm Road', '12 ELM RD', true],
    ['12 North Elm Street', '12 N ELM ST LLC', true],
    ['Mount Carmel Church', 'MT CARMEL CHURCH', true],
    ['Elm Homeowners Association', 'ELM HOMEOWNERS ASSOC', true],
    ['Todd Revocable Trust', 'TODD REV TRUST', true],
    ['Todd Family Trust', 'TODD FAM TRUST', true],
    ['One Park', '1 PARK LLC', true],
    ['Twenty-One Park', '21 PARK', true],
    ['Twenty First Street Holdings', '21ST ST HOLDINGS', true],
    ['First Harbor Bank', '1ST HARBOR BANK', true],
    ['One Hundred Elm', '100 ELM', true],
    ['Harbor Homes of Texas', 'HARBOR HOMES OF TX', true],
    ['New York Harbor', 'NY HARBOR', true],
    ['West Virginia Coal', 'WV COAL', true],
    ['Harbor Homes Colorado', 'HARBOR HOMES CO', false],
    ['Harbor Oregon', 'HARBOR OR', false],
    ['Saint Street', 'STREET SAINT', true],
  ],
  'names are compared before long words become short ones, too': [
    ['State University', 'STATEUNIVERSITY', true],
    ['STATEUNIVERSITY', 'STATE UNIVERSITY', true],
    ['First State University', 'FIRST STATEUNIVERSITY', true],
    ['Elm Homeowners Association', 'ELMHOMEOWNERS ASSOCIATION', true],
    ['Twenty-One Park', 'TWENTYONE PARK LLC', true],
    ['Marsh Family Trust', 'MARSH FAMILYTRUST', true],
    ['MARSHFAMILY TRUST', 'MARSH FAMILY TRUST', true],
    ['Clay County', 'CLAYCOUNTY', true],
    ['Clay Co', 'CLAYCOUNTY', true],
    ['Town of North Elm', 'NORTHELM, TOWN OF', true],
    ['State Univ', 'STATEUNIVERSITY', false],
    ['State University', 'STATEUNIVERSITIES', false],
    ['State University', 'STATE COLLEGE', false],
    ['Marsh Family', 'MARSHFAMILY TRUST', false],
  ],
  'NA after TRUST is dropped like TR, but a trust company is not the trust': [
    ['Elm Bank Trust', 'ELM BANK TRUST NA', true],
    ['Elm Bank Trust', 'ELM BANK TRUST, N.A.', true],
    ['Elm Bank Trust NA', 'ELM BANK TRUST', true],
    ['Elm Bank & Trust', 'ELM BANK & TRUST NATIONAL ASSOCIATION', true],
    ['First National Trust', 'FIRST NATIONAL TRUST NA', true],
    ['Marsh Family Trust', 'MARSH FAMILY TRUST NA', true],
    ['Marsh Living Trust', 'MARSH LIVING TRUST TR', true],
    ['Peter Marsh Trust', 'MARSH, PETER TRUST NA', true],
    ['Elm Grove Trust', 'ELM GROVE TRUST NA', true],
    ['Marsh Trust', 'MARSH TRUST NA', true],
    ['Marsh Trust', 'MARSH TRUST NATIONAL ASSOCIATION', false],
    ['Elm Bank Trust', 'ELM BANK TRUST CO', false],
    ['Elm Bank', 'ELM BANK TRUST NA', false],
    ['Marsh Family Trust', 'MARSH FAMILY TRUST COMPANY', false],
  ],
  'forms are stripped before words are shortened': [
    ['Elm National Association', 'ELM NA', true],
    ['Elm Professional Association', 'ELM PA', true],
  ],
  'a trailing CO is read stripped and as COUNTY': [
    ['Clay County', 'CLAY CO', true],
    ['Clay', 'CLAY CO', true],
    ['Clay Co', 'CLAY COUNTY', true],
    ['Clay', 'CLAY COUNTY', false],
    ['Clay Company', 'CLAY COUNTY', false],
    ['Clay County', 'CLAY CO, ET AL', true],
  ],
  'COUNTY and state names are never stripped': [
    ['Harbor', 'HARBOR COUNTY', false],
    ['Harbor', 'HARBOR TEXAS', false],
  ],
  'a comma also rotates': [
    ['Town of Leesdale', 'LEESDALE, TOWN OF', true],
    ['Leesdale, Town of', 'TOWN OF LEESDALE', true],
    ['City of Elm Grove', 'ELM GROVE,CITY OF', true],
    ['Harbor Equities', 'HARBOR EQUITIES, INC.', true],
    ['Harbor Equities, Inc.', 'HARBOR EQUITIES', true],
  ],
  'trusts are also compared by their sorted words': [
    ['Dorothy L Maple Trust', 'MAPLE,DOROTHY L TRUST', true],
    ['Todd Family Trust', 'TRUST TODD FAMILY', true],
    ['John and Mary Todd Trust', 'TODD JOHN & MARY TRUST', true],
    ['Trust of John Todd', 'JOHN TODD TRUST', true],
    ['Estate of John Todd', 'TODD, JOHN ESTATE OF', true],
    ['Harbor Bay', 'BAY HARBOR', false],
  ],
  'TRUST must be on both sides, and what kind it is stays': [
    ['Todd Family Trust', 'TODD FAMILY LLC', false],
    ['Todd Family', 'TODD FAMILY TRUST', false],
    ['Todd Trust', 'TODD LLC', false],
    ['Todd Trust', 'TODD FAMILY TRUST', false],
    ['Todd Trust', 'TODD REVOCABLE TRUST', false],
    ['Todd Living Trust', 'TODD TRUST', false],
  ],
  'DATED … and U/A/D are dropped': [
    ['Todd Family Trust', 'TODD FAMILY TRUST DATED MAY 5, 1999', true],
    ['Todd Family Trust', 'TODD FAMILY TRUST DATED 5/5/1999', true],
    ['Todd Family Trust', 'TODD FAMILY TRUST DTD 05-05-99', true],
    ['Todd Family Trust', 'TODD FAMILY TRUST U/A/D MAY 5TH, 1999', true],
    ['Todd Family Trust', 'TODD FAMILY TRUST UAD 5/5/99', true],
    ['Todd Family Trust', 'TODD FAMILY TRUST U/A', true],
    ['Todd Family Trust', 'TODD FAMILY TRUST U/A DATED', true],
    ['Todd Family Trust', 'TODD FAMILY TRUST U.A.D. THE 5TH DAY OF MAY 1999', true],
    ['Todd Family Trust dated May 5, 1999', 'TODD FAMILY TRUST', true],
  ],
  'a name as long as the feed cuts it is met by its beginning, before any table': [
    ['Secretary of Housing & Urban Development', 'SECRETARY OF HOUSING & URBAN', true, { nameWidth: 28 }],
    ['Secretary of Housing & Urban Development', 'SECRETARY OF HOUSING & URBAN', false],
    ['The Secretary of Housing', 'SECRETARY OF HO', true, { nameWidth: 15 }],
    ['Key Harbor Home Solutions', 'KEY HARBOR HOME SOLUTIONS LL', true, { nameWidth: 28 }],
    ['Key Harbor Home Solutions', 'KEY HARBOR HOME SOLUTIONS LL', false],
    ['Elm Street Holdings', 'ELM ST HOLD', false, { nameWidth: 11 }],
    ['Harbor Holdings', 'SMITH, JOHN / HARBOR HOLD', true, { nameWidth: 25 }],
    ['Harbor Holdings', 'SMITH, JOHN DBA HARBOR HOLD', true, { nameWidth: 27 }],
  ],
  'a name that cannot be read is matched as a whole': [
    ['RBMW', 'RBMW', true],
    ['Mers', 'M.E.R.S.', true],
  ],
}

const rows = Object.entries(clauses).flatMap(([clause, list]) => list.map((row) => ({ clause, row })))

describe('businesses and trusts', () => {
  it.each(rows)('$clause: $row', ({ row: [alert, name, matches, feed] }) => {
    expect(decideMatch(business(alert), record(name), feed) !== null).toBe(matches)
    if (matches) expect(isFound(business(alert), record(name), feed)).toBe(true)
  })
})

describe('the legal form in the notice', () => {
  it.each([
    ['CJK Foods LLC', 'CJK FOODS INC', true],
    ['CJK Foods LLC', 'CJK FOODS LIMITED LIABILITY COMPANY', false],
    ['CJK Foods Co Inc', 'CJK FOODS INC', false],
    ['CJK Foods', 'CJK FOODS INC', false],
    ['CJK Foods LLC', 'CJK FOODS', false],
    ['Clay County', 'CLAY CO', false],
  ])('%s and %s: %s', (alert, name, other) => {
    expect(decideMatch(business(alert), record(name))?.otherLegalForm).toBe(other)
  })

  it('prefers the same form to a different one', () => {
    const match = decideMatch(business('CJK Foods LLC'), record('CJK FOODS INC', 'CJK FOODS LLC'))
    expect(match).toMatchObject({ fieldIndex: 1, otherLegalForm: false })
  })
})
