/** Words that say what kind of trust it is and do not name one by themselves. */
export const trustWords: ReadonlySet<string> = new Set(
  (
    'TRUST TRUSTS THE A AN AND OF UNDER REVOCABLE REVOCABEL REV IRREVOCABLE IRREV LIVING LIV FAMILY FAM LAND ' +
    'TESTAMENTARY MARITAL BYPASS EXEMPT SURVIVOR SURVIVORS SURVIVING SPOUSE CREDIT SHELTER RESIDUARY RESIDUAL ' +
    'CHARITABLE REMAINDER UNITRUST QUALIFIED PERSONAL RESIDENCE JOINT SEPARATE SPECIAL SUPPLEMENTAL NEEDS ' +
    'DECLARATION INTER VIVOS GRANTOR DECEDENT DECEDENTS SHARE TR'
  ).split(' '),
)

/** Before one of these words TRUST is part of a company's or a fund's name, so what follows is no tail. */
export const wordsAfterTrustCompany: ReadonlySet<string> = new Set(
  'COMPANY CO BANK BANKING FUND FUNDS FUNDING FOR AND NATIONAL NATL ASSOCIATION ASSOC ASSN ASSOCN NA'.split(' '),
)
