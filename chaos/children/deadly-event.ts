/** Beyond all ids that a run gives out. A worker of a run kills itself when it reads this record (../faults/deadly-record.ts). */
export const deadlyEventId = 900_000_000_000
