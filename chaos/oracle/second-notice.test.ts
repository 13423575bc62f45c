import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#tests/helpers/database.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { findSecondNotices } from './second-notice.ts'

test('a second notice is refused, and stored if the unique index is missing', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await withClient(database.ownerUrl, async (client) => {
    await client.query(
      `insert into notice (kind, template, event_id, revision, owner_key, channel, target)
       values ('match', 'match', 7, 1, 1, 'EMAIL', 'jane@example.org')`,
    )
    expect(await findSecondNotices(client)).toEqual([])
    await client.query('drop index notice_once')
    expect(await findSecondNotices(client)).toEqual(['of the record 7'])
    const { rows } = await client.query('select from notice')
    expect(rows).toHaveLength(1)
  })
})
