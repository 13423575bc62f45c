/**
 * Version of the published matching rule. Raise it with any change of what matches: a test holds it to
 * version-digest.json, the digest of what the rule makes of a frozen set of names.
 */
export const RULE_VERSION = 4
