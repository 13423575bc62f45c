import { ringJob } from '../support/ring-job.ts'
import { type FaultKind, noChoice } from './fault.ts'

/**
 * An administrator deletes the work rows of notices that wait. The sweep looks only at notices older than a minute, so
 * these are made older.
 */
export const workRowsLost: FaultKind = {
  label: 'loss of the rows of waiting work',
  refuses: 'nobody',
  interruptsCalls: false,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: async ({ database }) => {
    await database.asOwner((client) =>
      client.query(
        `with lost as (delete from delivery where calling_at is null and fence <= 1 returning notice_id)
         update notice set created_at = created_at - interval '2 minutes' where id in (select notice_id from lost)`,
      ),
    )
    await ringJob(database.embedded.appUrl(), 'sweep')
  },
}
