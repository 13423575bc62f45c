/**
 * Whom a provider's refusal concerns: the sender, so that the message waits until the county corrects something; or its
 * recipient or the message itself, which ends it.
 */
export type Concern = 'sender' | 'recipient' | 'message'
