import { readFileSync, writeFileSync } from 'node:fs'
import { RULE_VERSION } from '#shared/matching/public.ts'
import { digestRule } from './frozen-pairs.ts'

/** With the version whose rule it is. */
const file = new URL('../../shared/matching/rule/version-digest.json', import.meta.url)

const renew = 'run `node scripts/bootstrap.mjs tests/matching/renew-rule-digest.ts` to renew the digest.'

type Kept = { version: number; digest: string }
const readKept = (): Kept => JSON.parse(readFileSync(file, 'utf8'))

/** What to do about a rule that differs from the one whose digest is kept; undefined if it does not. */
export function findRuleProblem(kept: Kept = readKept(), now: Kept = { version: RULE_VERSION, digest: digestRule() }) {
  if (kept.version !== now.version) return `RULE_VERSION changed: ${renew}`
  return kept.digest === now.digest
    ? undefined
    : `The rule changed: raise RULE_VERSION in shared/matching/rule/version.ts and ${renew}`
}

/** @throws Error if the rule changed under the same version */
export function renewRuleDigest(): void {
  const problem = findRuleProblem()
  if (problem !== undefined && readKept().version === RULE_VERSION) throw new Error(problem)
  writeFileSync(file, `${JSON.stringify({ version: RULE_VERSION, digest: digestRule() }, null, 2)}\n`)
}
