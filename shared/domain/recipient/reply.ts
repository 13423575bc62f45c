/** The meaning of a reply to one of our texts. */
export type TextReply = 'stop' | 'start' | 'help' | 'yes' | 'other'

const stopWords = ['STOPALL', 'STOP', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT']
const startsWithAny = (words: string[]): RegExp => new RegExp(`^(${words.join('|')})(?![\\p{L}\\p{N}])`, 'u')
const stop = startsWithAny(stopWords)
const start = startsWithAny(['START', 'UNSTOP'])
const help = startsWithAny(['HELP', 'INFO'])

/**
 * Parses a reply: a stop word, or a message that starts with one, stops our texts; START lifts that; HELP asks for
 * help; YES without other words confirms. 'STOPPED by today' and 'yes but who are you' mean none of these.
 */
export function parseReply(body: string): TextReply {
  const words = body
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replaceAll(/[\s\-_]+/g, ' ')
  if (stop.test(words)) return 'stop'
  if (start.test(words)) return 'start'
  if (help.test(words)) return 'help'
  return /^(YES|Y)[^\p{L}\p{N}]*$/u.test(words) ? 'yes' : 'other'
}
