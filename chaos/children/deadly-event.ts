/**
 * Higher than all ids that a run assigns. A worker of a run kills itself when it reads this record
 * (../faults/deadly-record.ts).
 */
export const deadlyEventId = 900_000_000_000
