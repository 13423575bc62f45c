/** What somebody means who answers one of our texts. */
export type Reply = 'stop' | 'start' | 'help' | 'yes' | 'other'

const stopWords = ['STOPALL', 'STOP', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT']
const begins = (words: string[]): RegExp => new RegExp(`^(${words.join('|')})(?![\\p{L}\\p{N}])`, 'u')
const stop = begins(stopWords)
const start = begins(['START', 'UNSTOP'])
const help = begins(['HELP', 'INFO'])

/**
 * Reads a reply (decisions, section 8): a stop word, or a message that begins with one, stops; START undoes; HELP asks;
 * a bare YES confirms. 'STOPPED by today' and 'yes but who are you' mean nothing to us.
 */
export function readReply(body: string): Reply {
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
