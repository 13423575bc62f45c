import { renewRuleDigest } from './rule-digest.ts'

renewRuleDigest()
