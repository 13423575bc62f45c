/**
 * Whom a provider's refusal concerns: the sender, which the county must mend, so that the message waits; or its
 * recipient or the message itself, which ends it.
 */
export type Concern = 'sender' | 'recipient' | 'message'
