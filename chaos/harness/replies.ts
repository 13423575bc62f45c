import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Breach, onlyBroken } from '../oracle/check.ts'
import { type CountyPhone, textCounty } from '../world/text-county.ts'

/** What a resident writes, and the required result. */
const kinds = ['YES', 'STOP', 'HELP', 'STOP and START'] as const
type Kind = (typeof kinds)[number]

const toKind = (place: number): Kind => kinds[place % kinds.length] ?? 'HELP'
const toNumber = (place: number) => `+1651${5_550_000 + place}`
const writeEveryMs = 100
/** Twilio dates texts to the second. */
const startAfterMs = 2_500

/** One in this many writing residents has a number that waits for its YES. */
export async function addRepliers(client: Client, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, place) => place)
    .filter((place) => toKind(place) === 'YES')
    .map(toNumber)
  await client.query(
    `with owner as (
       insert into "user" (username, status) select 'replies with ' || n, 'A' from unnest($1::text[]) n returning id, username),
     added as (
       insert into phone (owner_id, number, validated_at)
       select id, split_part(username, ' ', 3), now() from owner returning id)
     insert into ticket (hash, purpose, phone_id, expires_at)
     select sha256(id::text::bytea), 'phone', id, now() + interval '1 hour' from added`,
    [numbers],
  )
}

type Replies = {
  /** Stops the writing once everyone who wrote STOP and plans START has written START too. */
  end(): Promise<void>
  written(): number
  /** Texts whose webhook got no success response. */
  lost(): number
  /**
   * Residents who wrote START before STOP was answered: the one counts that a server stores last (docs/promises.md).
   */
  crossed: ReadonlySet<string>
}

/** Residents keep texting the county's number. */
export function startReplies(phone: CountyPhone, max: number): Replies {
  let written = 0
  let lost = 0
  const crossed = new Set<string>()
  const later = new Set<Promise<unknown>>()
  const write = async (from: string, text: string) => {
    if ((await textCounty(phone, from, text)) !== 204) lost += 1
  }
  const recordReply = (work: Promise<unknown>) => {
    const kept = work.finally(() => later.delete(kept))
    later.add(kept)
  }
  const timer = setInterval(() => {
    if (written === max) return
    const place = written++
    const from = toNumber(place)
    if (toKind(place) !== 'STOP and START') return recordReply(write(from, toKind(place)))
    let isStopAnswered = false
    recordReply(write(from, 'STOP').then(() => void (isStopAnswered = true)))
    recordReply(
      wait(startAfterMs).then(() => {
        if (!isStopAnswered) crossed.add(from)
        return write(from, 'START')
      }),
    )
  }, writeEveryMs)
  return {
    written: () => written,
    lost: () => lost,
    crossed,
    async end() {
      clearInterval(timer)
      while (later.size > 0) await Promise.all(later)
    },
  }
}

/** Whether every text received before this moment is stored and applied. */
export async function repliesApplied(client: Client, since: Date): Promise<boolean> {
  const { rows } = await client.query<{ applied: boolean }>(
    `select complete_until > $1 and not exists (select from provider_callback where applied_at is null) as applied
     from inbound_texts`,
    [since],
  )
  return rows[0]?.applied ?? false
}

/** Texts from residents that did not have the required result. */
export async function unansweredReplies(
  client: Client,
  { written, crossed }: Pick<Replies, 'written' | 'crossed'>,
  taken: Set<string>,
): Promise<Breach[]> {
  const all = async (sql: string) =>
    new Set((await client.query<{ number: string }>(sql)).rows.map((row) => row.number))
  const verified = await all('select number from phone where verified_at is not null')
  const stopped = await all(`select target as number from suppression where channel = 'PHONE' and lifted_at is null`)
  const keeps: Record<Kind, (number: string) => boolean> = {
    YES: (number) => verified.has(number),
    STOP: (number) => stopped.has(number),
    HELP: (number) => taken.has(number),
    'STOP and START': (number) => crossed.has(number) || !stopped.has(number),
  }
  const places = Array.from({ length: written() }, (_, place) => place)
  return onlyBroken(
    kinds.map((kind) => ({
      what: `replies ${kind} without an effect`,
      ids: places
        .filter((place) => toKind(place) === kind)
        .map(toNumber)
        .filter((number) => !keeps[kind](number)),
    })),
  )
}
