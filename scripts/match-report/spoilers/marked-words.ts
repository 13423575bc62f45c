import { particles } from '#shared/matching/tables/particles.ts'

/**
 * Census names that are also words of the trade: the lists have TRUSTEE, ESTATE, VAN and the like as names. As names
 * they have tests of their own; here they would make it unclear what a spoiler promises.
 */
const marks = new Set(
  `ESTATE TRUST TRUSTEE TRUSTEES WIDOW WIDOWER HUSBAND WIFE SINGLE MARRIED UNMARRIED JUNIOR SENIOR EST DEV CUST EXEC HEIR HEIRS DOCTOR REV SIR MISS MRS
   ETAL ETUX DECD AKA FKA NKA DBA NEE FBO ATTN AND THE UNIT APT SUITE STE FAMILY LIVING BANK COMPANY HOMES CHURCH ESQ PHD
   LLC INC LTD CORP COUNTY CITY FARM FARMS FUND UTA UTD UAD FNU LNU NMN NMI MOHAMMAD DEL DEN VAN VON MAC SAN LOS LAS
   MASTER PRINCE BISHOP DEAN JUDGE MAJOR SHERIFF MARSHALL COMMISSIONER`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

export const isNoMark = (name: string): boolean => name.length > 2 && !marks.has(name) && !particles.has(name)
