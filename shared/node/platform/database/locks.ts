/** Keys of PostgreSQL's advisory locks, in one place so that two rules never share one by accident. */
export const locks = {
  migrate: 7301,
  /** Held in shared mode by every matching batch, and exclusively while keys are derived again. */
  alertKeys: 7302,
  applyCallbacks: 7303,
  /** Requests count against the limits of verification messages one by one. */
  verificationLimits: 7304,
  partitions: 7305,
  /** Used with an owner's id: saves of one owner's alerts run one at a time. */
  alertsOfOwner: 7306,
  /** Saves of settings run one at a time. */
  saveSetting: 7320,
  /** Used with a worker's number: held while it runs (src-worker/delivery/claim-owner.ts). */
  deliveryWorker: 7321,
  /** One worker at a time makes the weekly emails. */
  weeklyEmails: 7322,
  auditChain: 7330,
  /** Held while a migration from the legacy version runs. */
  legacyMigration: 7331,
  /** Held while a version of the parcel roll starts loading or comes into use, so that there is only one of each. */
  rollVersions: 7340,
} as const
