/** The English texts of the form for a household, and of the rule of matching; see en-shell.ts. */
export const enAlertHelp = {
  household: {
    open: 'Add My Household',
    title: 'Add My Household',
    savedTitle: 'Your household',
    description: 'An alert for each person, trust, business or parcel.',
    watchTitle: 'What should we watch for?',
    watchHelp:
      'Fill in what you have, and leave the rest empty. Type names as they are on your deed, a middle name after the first name. The parcel is on your tax bill. You can change each alert later.',
    members: {
      self: 'Yourself',
      spouse: 'Your spouse or partner',
      trust: 'A trust',
      business: 'A business',
      parcel: 'A parcel',
    },
    finds: 'What will this find?',
    formerName: 'A former last name needs an alert of its own.',
  },
  matching: {
    title: 'What this alert finds',
    finds: 'It finds',
    leavesOut: 'It leaves out',
    person: '{{name}}, with any middle name or none, in any order. Jr., Sr. and “Estate of” make no difference.',
    personMiddle: '{{name}}. Where the record has a middle name or initial, it must fit “{{middle}}”.',
    initial: 'Records that show only the initial: {{initial}} {{lastName}}.',
    nicknames: 'Other forms of {{firstName}}, such as nicknames.',
    soundAlikes: 'Names that sound alike and are spelled almost the same.',
    otherSpelling: 'Other spellings, and other first or last names.',
    business: '{{name}}. Endings such as LLC or Inc. and short words such as St. for Street make no difference.',
    allWords: 'Longer names that hold all these words.',
    otherBusiness: 'Other names, even if they begin with the same words.',
    noTrust: 'The same name without “Trust”.',
    parcel: 'Parcel {{name}}. Where the record has no dashes, the digits count.',
    otherParcel: 'Other numbers, even if they begin the same.',
    open: 'How we match names',
    helpTitle: 'How we match names',
    helpDescription: 'One rule holds for every alert. Each notice says why it was sent.',
    print: 'Print',
    examples: 'Examples',
    alert: 'Your alert',
    record: 'The record says',
    result: 'Do we tell you?',
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
          same: 'The last name and the first name must be the same. Capital letters, accents, dots and apostrophes make no difference.',
          role: 'It does not matter what part the person has in the record: seller, buyer, lender, heir or another.',
          initial:
            'Where one side has only an initial for the first name, the initial must fit. You can leave these records out.',
          middle:
            'Middle names count only where you and the record both have one. Then they must be the same, or fit as initials.',
          double:
            'A double last name, such as Garcia-Lopez, is found by either half. Van, De, Mc, St. and the like belong to the name.',
          dropped: 'Titles, Jr., Sr., Trustee, Estate of, Et Al and the like make no difference.',
          joint: 'In “Smith, John & Mary” both are found. So is a person who is named inside a trust or an estate.',
          cut: 'Some records cut long names short. Then what is left must be how your name begins.',
        },
      },
      businesses: {
        title: 'Businesses and trusts',
        lines: {
          same: 'The whole name must be the same. Endings such as LLC, Inc., Corp. or Ltd. make no difference.',
          short: 'Long words and their short forms are one: Street and St., Brothers and Bros, Two and 2.',
          trust:
            'If one side says Trust, the other must too. Revocable, Living and Family count. The date of a trust does not.',
          order: 'The words of a trust may stand in another order.',
        },
      },
      parcels: {
        title: 'Parcels',
        lines: {
          same: 'Every digit and letter must be the same, leading zeros too. We do not find numbers that only begin the same.',
          dashes:
            'Where both sides have dashes, each part must be the same. Where one has none, the digits alone count.',
        },
      },
      wider: {
        title: 'If you choose to look wider',
        lines: {
          nicknames: 'Nicknames: Bob also for Robert.',
          soundAlikes: 'Sound alike: names that sound the same and differ by a letter or two, such as Jon for John.',
          allWords: 'Longer names: a business whose name holds all the words of yours.',
        },
      },
    },
    limits:
      'We can only find what the county’s record says. If your name is often misspelled, make an alert for that spelling too.',
  },
} as const
