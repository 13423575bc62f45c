import { parseArgs } from 'node:util'
import { findFeed, listFeeds } from '#server/features/feeds/manage/feed.queries.ts'
import { createFeed, createFeedKey, revokeFeedKey, setFeedOpen } from '#server/features/feeds/manage/manage-feeds.ts'
import { feedInput } from '#shared/contract/feed-settings.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { readMapping } from './mapping-file.ts'
import { openDatabase } from './open-database.ts'

const help = `Manages feeds and their keys, in the database at DATABASE_URL or in the running demo.

  npm run feed -- create NAME [options]   creates a feed and its first key
  npm run feed -- list                    lists feeds, keys, and the last activity of each feed
  npm run feed -- key NAME                creates another key
  npm run feed -- revoke ID               revokes a key, by its number in the list
  npm run feed -- close NAME              refuses calls of the feed until you reopen it
  npm run feed -- open NAME               reopens it

Options of create, if the feed's files need them:
  --time-zone ZONE        for times without an offset; the default is the county's
  --name-order ORDER      LAST_FIRST or FIRST_LAST
  --name-width NUMBER     the length at which the feed cuts off names
  --mapping NAME          a shipped column mapping (denver), or a file of your own
  --double-space          two spaces separate joint names
  --loses-leading-zeros   parcel IDs have lost their leading zeros
`

const options = {
  'time-zone': { type: 'string' },
  'name-order': { type: 'string' },
  'name-width': { type: 'string' },
  mapping: { type: 'string' },
  'double-space': { type: 'boolean' },
  'loses-leading-zeros': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const
type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']
type Command = (db: Db, argument: string, values: Values) => Promise<string>

const commands: Record<string, Command> = {
  create: async (db, name, values) => {
    const checked = feedInput.safeParse({
      name,
      timeZone: values['time-zone'] ?? null,
      nameOrder: values['name-order'] ?? null,
      nameWidth: values['name-width'] === undefined ? null : Number(values['name-width']),
      mapping: values.mapping === undefined ? null : await readMapping(values.mapping),
      doubleSpaceSplits: values['double-space'] ?? false,
      losesLeadingZeros: values['loses-leading-zeros'] ?? false,
    })
    if (!checked.success)
      throw new Error(checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
    const { id } = await createFeed(db, null, checked.data)
    return `Created feed "${checked.data.name}".\n${shownOnce(await createFeedKey(db, null, id))}`
  },
  key: async (db, name) => shownOnce(await createFeedKey(db, null, await findFeedId(db, name))),
  revoke: async (db, id) => {
    if (!/^\d{1,15}$/.test(id)) throw new Error('Give the number of the key. To see it: npm run feed -- list')
    return `Revoked key ${(await revokeFeedKey(db, null, Number(id))).hint}….`
  },
  close: async (db, name) => {
    await setFeedOpen(db, null, await findFeedId(db, name), false)
    return `Closed feed "${name}".`
  },
  open: async (db, name) => {
    await setFeedOpen(db, null, await findFeedId(db, name), true)
    return `Reopened feed "${name}".`
  },
  list: async (db) => {
    const feeds = await listFeeds(db)
    if (feeds.length === 0) return 'There are no feeds yet.'
    return feeds
      .map((feed) => {
        const heard = feed.last_seen_at ? `last activity ${feed.last_seen_at.toISOString()}` : 'no activity yet'
        const keys = feed.keys.map(
          (key) =>
            `  key ${key.id}  ${key.hint}…  ${key.revoked_at ? 'revoked' : 'active'}, created ${key.created_at.toISOString()}`,
        )
        return [`${feed.name}  (${feed.closed_at ? 'closed, ' : ''}${heard})`, ...keys].join('\n')
      })
      .join('\n')
  },
}

const shownOnce = ({ key }: { key: string }) => `Its key, which we show only once:\n${key}`

async function findFeedId(db: Db, name: string): Promise<number> {
  const feed = await findFeed(db, { name })
  if (!feed) throw new Error(`Feed "${name}" not found.`)
  return feed.id
}

async function run(args: string[], print: Print): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [name = '', argument = ''] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (values.help || !command || positionals.length !== (name === 'list' ? 1 : 2)) {
    print(help)
    return values.help ? 0 : 2
  }
  const { db, end } = await openDatabase()
  try {
    print(await command(db, argument, values))
    return 0
  } finally {
    await end()
  }
}

type Print = (text: string) => void

/** `npm run feed`. Returns the exit status: 0 done, 1 refused, 2 invalid arguments. */
export async function feedCommand(args: string[], print: Print): Promise<number> {
  try {
    return await run(args, print)
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 1
  }
}
