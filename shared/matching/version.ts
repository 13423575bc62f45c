/** Version of the published matching rule (decisions, section 6). Increase it with any change of what matches. */
export const RULE_VERSION = 2
