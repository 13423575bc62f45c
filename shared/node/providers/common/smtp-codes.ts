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

const anyOf = (...patterns: string[]): string => `(${patterns.join('|')})`
const words = (pattern: string): RegExp => new RegExp(String.raw`\b${pattern}\b`, 'i')

/**
 * Words about the sender: its account, address, host and network. A server may use them in the answer to a recipient.
 */
const ofSender = words(
  anyOf(
    'authentication|authenticated|unauthenticated|authenticate|password|credentials|log(ged)?[ -]?in',
    String.raw`relay\w*|suspended|black-?list\w*|block-?list\w*|spamhaus|reputation|spf|dkim|dmarc|sender|e?-?mails? from`,
    String.raw`return[ -]path|helo|ehlo|ptr|r?dns|reverse|client host|ip|\d+\.\d+\.\d+\.\d+`,
    'your (ip|host|hostname|client|server|domain|network|system|account|mailbox|user|username|mail server)',
  ),
)

/** Reasons that pass, or that come from a rule: a mailbox that is unavailable because of them is not closed. */
const ofMessage = words('(policy|policies|access denied|spam|virus|content|quota|full|limits?|temporary|temporarily)')

const mailbox = anyOf('mail ?box', 'user', 'username', 'recipient', 'addressee', 'address', 'local[ -]part', 'alias')
/** Words about a mailbox that does not exist, before its noun and after it. */
const closedBefore = anyOf(
  'no such|not a valid|unknown|invalid|undeliverable|disabled|inactive|non-?existent',
  String.raw`(unknown|invalid|inactive) or \w+`,
)
const closedAfter = anyOf(
  'does(n.t| not) (exist|have an? [^ ]+ account)',
  'unknown|not found|no longer valid|not valid|unavailable|invalid|undeliverable|disabled|inactive',
)
/** Words that may be between them. Not any word: "Recipient verification service unavailable" is about the service. */
const before = String.raw`(\W+(local|virtual|e-?mail|mail|recipient))?\W+`
const after = String.raw`(['’]s)?([^\w:;.!?]+(address|name|account|mailbox|is|was|has been|here|currently)){0,3}[^\w:;.!?]+`
const ofClosedMailbox = words(anyOf(closedBefore + before + mailbox, mailbox + after + closedAfter))

/**
 * What refusals mean; the first rule that fits counts. The command is first, since a server that rejects the county has
 * not looked at any recipient; then the enhanced code, which is exact; and only then words, which old servers use
 * instead. A closed mailbox gets nothing more from any owner, so the words must say that a mailbox is closed: an
 * unclear answer refuses only this one message.
 */
const rules: readonly Rule[] = [
  { command: /^(?!RCPT|DATA)/, concern: 'sender' },
  // Authentication is required, too weak, or failed (RFC 4954, 6).
  { statuses: [530, 534, 535, 538], concern: 'sender' },
  // The sender's own address.
  { code: /^5\.1\.[78]$/, concern: 'sender' },
  { code: /^5\.[347]\./, concern: 'sender' },
  { code: /^5\.(1\.([1236]|10)|2\.1)$/, concern: 'recipient', isClosed: true },
  { code: /^5\.(1\.(?!0$)|2\.)/, concern: 'recipient' },
  { words: ofSender, concern: 'sender' },
  // Says only that something is wrong with the address.
  { code: /^5\.1\.0$/, concern: 'message' },
  { words: ofMessage, concern: 'message' },
  {
    command: /^RCPT/,
    statuses: [550, 551, 553, 554, 556],
    words: ofClosedMailbox,
    concern: 'recipient',
    isClosed: true,
  },
]

/** The enhanced code at the beginning of a reply, such as 5.7.1; '' without one. */
const readCode = (response: string): string => /^\d{3}[ -]#?(5\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(response)?.[1] ?? ''

/** What a permanent refusal means, and a text that refusals of its kind have in common. */
export function readRefusal({ command, responseCode, response }: SmtpReply): Meaning & { kind: string } {
  const code = readCode(response)
  // The words of an address itself have no meaning.
  const said = response.slice(0, 1_000).replaceAll(/\S+@\S+/g, '@')
  const found = rules.find(
    (rule) =>
      (rule.command?.test(command) ?? true) &&
      (rule.statuses?.includes(responseCode) ?? true) &&
      (rule.code?.test(code) ?? true) &&
      (rule.words?.test(said) ?? true),
  )
  const { concern, isClosed = false } = found ?? { concern: 'message' }
  return { concern, isClosed, kind: [command.split(' ')[0], responseCode, code].join(' ').trim() }
}
