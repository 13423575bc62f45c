/** A run that ends for a reason that the administrator can understand; the message says it, and never a secret. */
export class RunFailed extends Error {}
