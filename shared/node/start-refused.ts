/** A server or worker does not start for a reason that the operator can mend; the message is one plain line. */
export class StartRefused extends Error {}
