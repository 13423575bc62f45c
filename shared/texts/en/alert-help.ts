import { matchOptionTexts } from '#shared/contract/labels/alert.ts'
import { maybeAboutYou } from '#shared/contract/labels/match.ts'
import { noticeAnswerLabels } from '#shared/domain/notice/answers.ts'
import { matchOptionHelp } from './match-options.ts'
import { enShell } from './shell.ts'

/** The English texts of the form for a household, and of the rule of matching; see shell.ts. */
export const enAlertHelp = {
  household: {
    open: 'Add My Household',
    title: 'Add My Household',
    savedTitle: 'Your household',
    savedBefore: 'Alerts saved.  They were saved the first time, so we did not save them again.',
    description: 'Add an alert for each person, trust, business or parcel.',
    watchTitle: 'What should we watch for?',
    watchHelp:
      'Fill in what applies and leave the rest blank. Type names as they appear on your deed, with any middle name after the first name. You can change each alert later.',
    members: {
      self: 'Yourself',
      spouse: 'Your spouse or partner',
      trust: 'A trust',
      business: 'A business',
      parcel: 'A parcel',
    },
    finds: 'What will this find?',
  },
  matching: {
    title: 'What this alert finds',
    finds: 'It finds',
    leavesOut: 'It skips',
    person: '{{name}}, with or without a middle name, in any order. We ignore Jr., Sr. and “Estate of”.',
    personMiddle: '{{name}}. If the record has a middle name or initial, it must match “{{middle}}”.',
    initial: 'Records that show only the initial: {{initial}} {{lastName}}.',
    nicknames: 'Nicknames and other forms of {{firstName}}.',
    soundAlikes: 'Names that sound alike and differ by a letter or two.',
    typingSlips: 'Names spelled almost the same: one letter wrong, missing or extra, or two swapped.',
    earlierName: 'The same under the former last name: {{name}}.',
    formerName: 'Records that show {{lastName}} as the last middle name, before a new last name.',
    otherSpelling: 'Other spellings, and other first or last names.',
    otherName: 'Other first or last names.',
    business: '{{name}}. We ignore endings such as LLC or Inc., and we read short words such as St. as Street.',
    allWords: 'Longer names that contain all these words.',
    possible: {
      NAME: 'In the weekly email: {{firstName}} and {{lastName}} among other words, such as in a company’s name, unless the name is common.',
      BUSINESS: 'In the weekly email: longer names with all these words, and names that leave out the last words.',
      shortBusiness: 'In the weekly email: names that leave out the last words.',
    },
    otherBusiness: 'Other names, even if they start with the same words.',
    noTrust: 'The same name without “Trust”.',
    parcel: 'Parcel {{name}}. If the record has no dashes, we compare only the digits.',
    otherParcel: 'Other numbers, even if they start the same way.',
    open: enShell.login.howWeMatch,
    helpTitle: enShell.login.howWeMatch,
    helpDescription: 'The same rules apply to every alert. Each notice says why we sent it.',
    print: 'Print',
    newTab: 'Open in a new tab',
    examples: 'Examples',
    alert: 'Your alert',
    earlier: '{{name}} (former last name: {{formerLastName}})',
    record: 'The record shows',
    result: 'Do we notify you?',
    results: {
      yes: 'Yes',
      no: 'No',
      soundAlikes: 'Only with “sound alike”',
      nicknames: 'Only with “nicknames”',
      typingSlips: 'Only with “typos”',
      formerName: 'Only with “kept as a middle name”',
      allWords: 'Only with “longer names”',
      possible: 'A possible match, in the weekly email',
    },
    thenGrade: { LIKELY: ': a likely match', POSSIBLE: ': a possible match, in the weekly email' },
    rule: {
      people: {
        title: 'People',
        lines: {
          same: 'The last name and the first name must be the same. We ignore capital letters, accents, periods and apostrophes.',
          role: 'The person’s role in the record does not matter: seller, buyer, lender, heir or any other.',
          order: 'If a record does not show which name is the last name, we usually try both.',
          initial:
            'If you or the record give only an initial for the first name, the initial must match. You can skip these records.',
          middle:
            'Middle names count only if you and the record both have one. Then they must be the same, or match as initials.',
          several:
            'If you and the record both have two middle names or more, one must be the same. If another is not, it is a possible match.',
          double:
            'We find a double last name, such as Garcia-Lopez, by either half. Van, Mc, St. and similar words are part of the name.',
          particle: 'De and Al may be missing if they stand apart: De Marsh also matches Marsh, but Demarsh does not.',
          short: 'Short forms in old records count as the full name: Wm as William, Chas as Charles.',
          earlier: 'If you add a former last name, such as a maiden name, we look for it too.',
          dropped: 'We ignore titles, Jr., Sr., Trustee, Estate of, Et Al, Husband and Wife and similar words.',
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
          tail: 'In a record, we also try the name without what follows Trust, such as Agreement or the trustees.',
          people: 'In “Marsh Family Trust, Helen” we find the trust, and Helen Marsh too.',
          order: 'The words in the name of a trust may be in a different order.',
        },
      },
      parcels: {
        title: 'Parcels',
        lines: {
          same: 'Every digit and letter must be the same, except for zeros at the start of a part. We skip numbers that only start the same way.',
          dashes:
            'If both numbers have dashes, each part must be the same. If one has no dashes, we compare only the digits.',
          several: 'If a record lists several parcels on one line, we read each of them.',
          range: 'A range counts as every number in it: 12-101 thru 12-105 is five parcels.',
        },
      },
      wider: {
        title: 'Options you can turn on',
        lines: {
          typingSlips: `${matchOptionTexts.typingSlips}: ${matchOptionHelp.typingSlips}`,
          soundAlikes: `${matchOptionTexts.soundAlikes}: ${matchOptionHelp.soundAlikes}`,
          nicknames: `${matchOptionTexts.nicknames}: ${matchOptionHelp.nicknames}`,
          formerName: `${matchOptionTexts.formerName}: ${matchOptionHelp.formerName}`,
          allWords: `${matchOptionTexts.allWords}: ${matchOptionHelp.allWords}`,
          notByInitial: `${matchOptionTexts.notByInitial}: ${matchOptionHelp.notByInitial}`,
          automatic:
            'If a name is rare, a new alert starts with typos, sound-alikes, nicknames and the old name on. You can change that.',
          rare: 'A name is rare if we expect at most one record a year by the US census, or found at most three in the last 12 months.',
          possible: `${matchOptionTexts.possible}: ${matchOptionHelp.possible}`,
        },
      },
      grades: {
        title: 'How sure we are',
        lines: {
          certain: 'Certain: the name agrees by the rules above, without any options. We notify you right away.',
          likely:
            'Likely: an option found it, and both names are rare. We notify you right away, and the notice says so.',
          possible: `Possible: an option found it, but a name is common. Or a less common name is among other words. These come in the weekly email, and on your home page under “${maybeAboutYou}.”`,
        },
      },
      never: {
        title: 'What we never match',
        lines: {
          alone: 'Only the first name, or only the last name.',
          inside: 'Part of a longer word: Marsh never matches Marshall.',
          mixed: 'The last name of a trust put together with the first name of its trustee.',
          pages: 'Words on the pages of a document. We see only the names and parcels that the county lists.',
          restricted: 'Restricted records. Only parcel alerts find them, unless the county releases them.',
        },
      },
      others: {
        title: 'If a record is about someone else',
        lines: {
          normal: 'Many people share a name, so some notices are about a stranger. Read the record before you decide.',
          answer: `If it is not about you, choose “${noticeAnswerLabels['not-me']}” in the notice. We send no more notices about that record.`,
          offers:
            'You can then choose to skip records with that middle name or co-owner. You can undo this in the alert.',
          middle: 'Add your middle name to the alert. Then we skip records with a different one.',
          options: `Turn off options that find too much, or turn on “${matchOptionTexts.notByInitial}”.`,
          wrong: `If it names you or your property and you do not know why, choose “${noticeAnswerLabels.wrong}” and call the county.`,
        },
      },
    },
    limits:
      'We can only find what the county’s record says. If your name is often misspelled, add an alert for that spelling too.',
  },
} as const
