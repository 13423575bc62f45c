import type { MatchOptions } from '#shared/contract/alert.ts'

/** What each match option does, with an example, for the form and for the published rule. */
export const matchOptionHelp = {
  nicknames: 'Bob also matches Robert.',
  soundAlikes: 'They sound the same and differ by a letter or two: Jon also matches John.',
  typingSlips:
    'One letter is wrong, missing or extra, or two letters are swapped. Only in names of five letters or more.',
  formerName: 'For example, after a marriage: Mary Marsh Quill also matches Mary Marsh.',
  allWords: 'The record’s name has all the words in yours, and other words too.',
  notByInitial: 'A record that shows only J Smith no longer matches John Smith.',
  possible:
    'Weaker matches, such as a close spelling of a common name. They come in one email on Mondays, not right away.',
} as const satisfies Record<keyof MatchOptions, string>
