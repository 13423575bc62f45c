/** Habits of our comments and test titles that read badly, with how often they may still occur. Only lower these numbers. */
export const tics: { tic: RegExp; atMost: number; better: string }[] = [
  { tic: /\bnobody\b/gi, atMost: 91, better: 'no one, or the noun: no recipient' },
  { tic: /\bsomebody\b/gi, atMost: 62, better: 'the actor: a clerk, the owner' },
  { tic: /\bwhoever\b/gi, atMost: 38, better: 'anyone who, or the actor' },
  { tic: /\bbesides?\b/gi, atMost: 77, better: 'next to, also, with' },
  { tic: /\bat once\b/gi, atMost: 60, better: 'immediately, together' },
  { tic: /\bstands\b/gi, atMost: 49, better: 'is, holds, applies' },
  { tic: /\b(?:is|are) none\b/gi, atMost: 45, better: 'there is no' },
  { tic: /\bis told\b/gi, atMost: 25, better: 'is notified' },
  { tic: /\bby itself\b/gi, atMost: 31, better: 'automatically' },
  { tic: /\b(?:log|sign)-ins?\b/gi, atMost: 6, better: 'login' },
  { tic: /\bopt-ins?\b/gi, atMost: 8, better: 'match option' },
]
