/** Habits of our comments and test titles that read badly, with how often they may still occur. Only lower these numbers. */
export const tics: { tic: RegExp; atMost: number; better: string }[] = [
  { tic: /\bnobody\b/gi, atMost: 3, better: 'no one, or the noun: no recipient' },
  { tic: /\bsomebody\b/gi, atMost: 0, better: 'the actor: a clerk, the owner' },
  { tic: /\bwhoever\b/gi, atMost: 1, better: 'anyone who, or the actor' },
  { tic: /\bbesides?\b/gi, atMost: 1, better: 'next to, also, with' },
  { tic: /\bat once\b/gi, atMost: 0, better: 'immediately, together' },
  { tic: /\bstands\b/gi, atMost: 0, better: 'is, holds, applies' },
  { tic: /\b(?:is|are) none\b/gi, atMost: 31, better: 'there is no' },
  { tic: /\bis told\b/gi, atMost: 0, better: 'is notified' },
  { tic: /\bby itself\b/gi, atMost: 0, better: 'automatically' },
  { tic: /\b(?:log|sign)-ins?\b/gi, atMost: 0, better: 'login' },
  { tic: /\bopt-ins?\b/gi, atMost: 0, better: 'match option' },
]
