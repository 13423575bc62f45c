import { type FaultKind, noChoice } from './fault.ts'
import { note } from './findings.ts'

const add = `
  create extension cube;
  create table of_administrator (id serial primary key);
  create view of_administrator_too as select * from of_administrator`
const remove = 'drop extension cube; drop table of_administrator cascade'

/**
 * An administrator puts tables and an extension of their own next to ours: a migration amid the work still succeeds.
 */
export const othersTables: FaultKind = {
  label: "an administrator's tables and extension beside ours, and a migration",
  refuses: 'nobody',
  interruptsCalls: false,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: ({ database }) =>
    database.asOwner(async (client) => {
      await client.query(add)
      const { status, said } = await database.run({ name: 'migrate' })
      if (status !== 0) await note(client, 'failed migration', said)
      await client.query(remove)
    }),
}
