import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devInboxTransport } from '#shared/node/providers/dev-inbox/transport.ts'
import { type DeliverySetup, openDeliverySetup, patientClock } from '#tests/fixtures/delivery.ts'
import { startDelivery } from './loop.ts'

let setup: DeliverySetup
let owner: Client
beforeAll(async () => {
  setup = await openDeliverySetup()
  owner = new Client({ connectionString: setup.ownerUrl })
  await owner.connect()
  // While the table has a row, the transactions that commit calls wait for a standby, which never exists in tests.
  await owner.query(`
    create table standby_gone (since timestamptz not null default now());
    create function wait_for_standby() returns trigger language plpgsql security definer as $$ begin
      if exists (select from standby_gone) then perform set_config('synchronous_commit', 'on', true); end if;
      return null;
    end $$;
    create trigger wait_for_standby after update on delivery for each row
      when (new.calling_at is not null and old.calling_at is null) execute function wait_for_standby()`)
})
afterAll(async () => {
  await owner.end()
  await setup.close()
})

/** Cancels the waits of this database, as an administrator would, and returns how many there were. */
async function cancelWaits(): Promise<number> {
  const { rowCount } = await owner.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'`,
  )
  return rowCount ?? 0
}

test('makes a call only after a standby has its commit, and then once', async () => {
  const inbox = devInboxTransport(setup.db)
  let [calls, canceled] = [0, 0]
  const send: typeof inbox.send = (outgoing) => {
    calls += 1
    return inbox.send(outgoing)
  }
  const { noticeId } = await setup.match()
  await owner.query('insert into standby_gone default values')
  const loop = startDelivery(setup.deps(), { EMAIL: { ...inbox, send }, PHONE: inbox }, patientClock)
  try {
    await setup.until('commits of the call were given up', async () => (canceled += await cancelWaits()) >= 2)
    expect(calls).toBe(0)
    await owner.query('delete from standby_gone')
    await setup.until('the notice ended', async () => {
      await cancelWaits()
      return !(await setup.notice(noticeId)).delivery
    })
    expect(calls).toBe(1)
    expect(await setup.notice(noticeId)).toMatchObject({ state: 'accepted', possibly_twice: false })
  } finally {
    await loop.stop()
  }
})
