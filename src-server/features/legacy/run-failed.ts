/** A run failed for a reason that the administrator can understand; the message says it without any secret. */
export class RunFailed extends Error {}
