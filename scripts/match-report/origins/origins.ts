import { african } from './african.ts'
import { asian } from './asian.ts'
import { european } from './european.ts'
import { latin } from './latin.ts'
import { middleEastern } from './middle-eastern.ts'
import type { Origin } from './origin.ts'
import { pacific } from './pacific.ts'

export const origins: readonly Origin[] = [...asian, ...middleEastern, ...african, ...european, ...latin, ...pacific]
