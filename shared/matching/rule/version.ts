/**
 * Version of the published matching rule. Increase it with any change of what matches: a test compares it with
 * version-digest.json, the digest of the rule's results for a frozen set of names.
 */
export const RULE_VERSION = 5
