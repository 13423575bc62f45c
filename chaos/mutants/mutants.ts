import { deliveryMutants } from './delivery-mutants.ts'
import type { Mutant } from './mutant.ts'
import { operationMutants } from './operation-mutants.ts'
import { recordMutants } from './record-mutants.ts'
import { revisionMutants } from './revision-mutants.ts'
import { weeklyMutants } from './weekly-mutants.ts'

/** Every fault that `npm run chaos -- --mutants` plants, one at a time. */
export const mutants: Mutant[] = [
  ...recordMutants,
  ...operationMutants,
  ...revisionMutants,
  ...deliveryMutants,
  ...weeklyMutants,
]
