import type { Concern } from './concern.ts'

/** A mail server's refusal: the command that it answered, its status, and its own words. */
export type SmtpReply = { command: string; responseCode: number; response: string }

type Meaning = {
  concern: Concern
  /** The mailbox does not exist, or is closed for good. */
  isClosed?: boolean
}

type Rule = Meaning & {
  command?: RegExp
  /** Statuses (RFC 5321, 4.2.3). */
  statuses?: readonly number[]
  /** Enhanced codes (RFC 3463). */
  code?: RegExp
  words?: RegExp
}

/**
 * What refusals mean (decisions, section 8); the first rule that fits counts. The command comes first, since a server
 * that will not talk to the county has not looked at any recipient; then the enhanced code, which is exact; and only
 * then words, which old servers use instead.
 */
const rules: readonly Rule[] = [
  { command: /^(?!RCPT|DATA)/, concern: 'sender' },
  // Authentication is required, too weak, or failed (RFC 4954, 6).
  { statuses: [530, 534, 535, 538], concern: 'sender' },
  // The sender's own address.
  { code: /^5\.1\.[78]$/, concern: 'sender' },
  { code: /^5\.[347]\./, concern: 'sender' },
  { code: /^5\.(1\.([1236]|10)|2\.1)$/, concern: 'recipient', isClosed: true },
  // Says of the address only that something is wrong with it.
  { code: /^5\.1\.0$/, concern: 'message' },
  { code: /^5\.[12]\./, concern: 'recipient' },
  {
    words:
      /\b(authentication|authenticated|unauthenticated|authenticate|relay\w*|suspended|black-?list\w*|block-?list\w*|spamhaus|reputation|spf|dkim|dmarc|sender|client host|your (ip|host|server|domain|network)|\d+\.\d+\.\d+\.\d+)\b/i,
    concern: 'sender',
  },
  {
    command: /^RCPT/,
    statuses: [550, 551, 553, 556],
    words:
      /\b(no such|unknown|not found|(does not|doesn't) exist|unavailable|invalid|disabled|inactive|not a valid|undeliverable)\b/i,
    concern: 'recipient',
    isClosed: true,
  },
]

/** The enhanced code at the beginning of a reply, such as 5.7.1; '' without one. */
const readCode = (response: string): string => /^\d{3}[ -]#?(5\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(response)?.[1] ?? ''

/** What a refusal for good means, and what refusals of its kind have in common. */
export function readRefusal({ command, responseCode, response }: SmtpReply): Meaning & { kind: string } {
  const code = readCode(response)
  const found = rules.find(
    (rule) =>
      (rule.command?.test(command) ?? true) &&
      (rule.statuses?.includes(responseCode) ?? true) &&
      (rule.code?.test(code) ?? true) &&
      (rule.words?.test(response) ?? true),
  )
  const { concern, isClosed = false } = found ?? { concern: 'message' }
  return { concern, isClosed, kind: [command.split(' ')[0], responseCode, code].join(' ').trim() }
}
