import type { Entry } from '#tests/standins/ledger.ts'

/** Whether a message says that it may come twice: every possible duplicate must. */
export const isMarkedAsPossibleDuplicate = ({ message }: Pick<Entry, 'message'>) =>
  /You may get this (message|email|text) twice/.test(JSON.stringify(message))
