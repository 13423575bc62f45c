/** The English texts of the form for a household, and of the rule of matching; see shell.ts. */
export const enAlertHelp = {
  household: {
    open: 'Add My Household',
    title: 'Add My Household',
    savedTitle: 'Your household',
    description: 'Add an alert for each person, trust, business or parcel.',
    watchTitle: 'What should we watch for?',
    watchHelp:
      'Fill in what applies and leave the rest blank. Type names as they appear on your deed, with any middle name after the first name. The parcel ID is on your tax bill. You can change each alert later.',
    members: {
      self: 'Yourself',
      spouse: 'Your spouse or partner',
      trust: 'A trust',
      business: 'A business',
      parcel: 'A parcel',
    },
    finds: 'What will this find?',
    formerName: 'A former last name needs its own alert.',
  },
  matching: {
    title: 'What this alert finds',
    finds: 'It finds',
    leavesOut: 'It skips',
    person: '{{name}}, with or without a middle name, in any order. We ignore Jr., Sr. and “Estate of”.',
    personMiddle: '{{name}}. If the record has a middle name or initial, it must match “{{middle}}”.',
    initial: 'Records that show only the initial: {{initial}} {{lastName}}.',
    nicknames: 'Nicknames and other forms of {{firstName}}.',
    soundAlikes: 'Names that sound alike and are spelled almost the same.',
    otherSpelling: 'Other spellings, and other first or last names.',
    business: '{{name}}. We ignore endings such as LLC or Inc., and we read short words such as St. as Street.',
    allWords: 'Longer names that contain all these words.',
    otherBusiness: 'Other names, even if they start with the same words.',
    noTrust: 'The same name without “Trust”.',
    parcel: 'Parcel {{name}}. If the record has no dashes, we compare only the digits.',
    otherParcel: 'Other numbers, even if they start the same way.',
    open: 'How we match names',
    helpTitle: 'How we match names',
    helpDescription: 'The same rules apply to every alert. Each notice says why we sent it.',
    print: 'Print',
    examples: 'Examples',
    alert: 'Your alert',
    record: 'The record shows',
    result: 'Do we notify you?',
    results: {
      yes: 'Yes',
      no: 'No',
      soundAlikes: 'Only with “sound alike”',
      nicknames: 'Only with “nicknames”',
    },
    rule: {
      people: {
        title: 'People',
        lines: {
          same: 'The last name and the first name must be the same. We ignore capital letters, accents, periods and apostrophes.',
          role: 'The person’s role in the record does not matter: seller, buyer, lender, heir or any other.',
          initial:
            'If you or the record give only an initial for the first name, the initial must match. You can skip these records.',
          middle:
            'Middle names count only if you and the record both have one. Then they must be the same, or match as initials.',
          double:
            'We find a double last name, such as Garcia-Lopez, by either half. Van, De, Mc, St. and similar words are part of the name.',
          dropped: 'We ignore titles, Jr., Sr., Trustee, Estate of, Et Al and similar words.',
          joint:
            'In “Smith, John & Mary” we find both people. We also find a person named inside a trust or an estate.',
          cut: 'Some records cut long names short. Then your name must start with what is left.',
        },
      },
      businesses: {
        title: 'Businesses and trusts',
        lines: {
          same: 'The whole name must be the same. We ignore endings such as LLC, Inc., Corp. or Ltd.',
          short: 'Long words and their short forms count as the same: Street and St., Brothers and Bros, Two and 2.',
          trust:
            'If one name says Trust, the other must too. Revocable, Living and Family count. The date of a trust does not.',
          order: 'The words in the name of a trust may be in a different order.',
        },
      },
      parcels: {
        title: 'Parcels',
        lines: {
          same: 'Every digit and letter must be the same, including leading zeros. We skip numbers that only start the same way.',
          dashes:
            'If both numbers have dashes, each part must be the same. If one has no dashes, we compare only the digits.',
        },
      },
      wider: {
        title: 'If you choose to match more records',
        lines: {
          nicknames: 'Nicknames: Bob also matches Robert.',
          soundAlikes: 'Sound alike: names that sound the same and differ by a letter or two, such as Jon for John.',
          allWords: 'Longer names: a business whose name contains all the words in yours.',
        },
      },
    },
    limits:
      'We can only find what the county’s record says. If your name is often misspelled, add an alert for that spelling too.',
  },
} as const
