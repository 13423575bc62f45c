/** Keys of PostgreSQL's advisory locks, in one place so that two rules never share one by accident. */
export const locks = {
  migrate: 7301,
  /** Shared by every matching batch, held exclusively while keys are derived again. */
  alertKeys: 7302,
  applyCallbacks: 7303,
  /** Limits of verification messages are counted and used up one request at a time. */
  verificationLimits: 7304,
  partitions: 7305,
  /** Beside an owner's id: alerts of one owner are saved one after the other. */
  alertsOfOwner: 7306,
  /** Two administrators who save settings do so one after the other. */
  saveSetting: 7320,
  auditChain: 7330,
  /** Held for as long as a migration from the legacy version runs. */
  legacyMigration: 7331,
} as const
