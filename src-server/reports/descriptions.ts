import { type UserStatus, userStatuses } from '#shared/contract/roles.ts'
import { type StopReason, stopReasons } from '#shared/rules/stop-reasons.ts'

const answers = { expected: 'I expected this', 'not-me': 'This is not about me', wrong: 'This looks wrong' }

/** Descriptions of audit rows that say a code in words. */
export const described = {
  refusedStatus: (status: UserStatus) => `The account's status is ${userStatuses[status]}.`,
  answer: (answer: keyof typeof answers) => `A notice was answered: ${answers[answer]}.`,
  stop: (reason: StopReason) => `Messages to an address were stopped. ${stopReasons[reason]}`,
}

/** As earlier rows have them: with the code itself, which no row can be rid of. */
const earlier: { pattern: RegExp; codes: object; say: (code: never) => string }[] = [
  { pattern: /^The account's status is (\w+)\.$/, codes: userStatuses, say: described.refusedStatus },
  { pattern: /^A notice was answered: ([\w-]+)\.$/, codes: answers, say: described.answer },
  { pattern: /^Messages to an address were stopped \((\w+)\)\.$/, codes: stopReasons, say: described.stop },
]

/** The description of an audit row without codes, however early it was written. */
export function plainDescription(description: string): string {
  for (const { pattern, codes, say } of earlier) {
    const code = pattern.exec(description)?.[1]
    if (code !== undefined && Object.hasOwn(codes, code)) return say(code as never)
  }
  return description
}
