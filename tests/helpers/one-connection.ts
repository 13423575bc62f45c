import { type Transaction, TransactionBuilder } from 'kysely'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Pool } from 'pg'
import { connecting } from '#shared/node/platform/database/client.ts'

// However busy the machine is: with the default, concurrent calls of a test would be refused as too many.
connecting.waitMs = 120_000

/**
 * In every test, a product transaction that takes a second connection from its own pool fails: as many concurrent
 * callers as the pool has connections would wait for each other and block the whole server. Transactions started by
 * tests may do so, to see other sessions' view; so may a legacy migration, which runs alone and writes its progress
 * outside its transaction.
 */
const running = new AsyncLocalStorage<{ pool?: Pool }>()

/** The frames of `inTransaction` itself. */
const opener = /platform\/database\/(transaction|retry)\.ts/

const execute = TransactionBuilder.prototype.execute
TransactionBuilder.prototype.execute = function <T>(work: (tx: Transaction<unknown>) => Promise<T>): Promise<T> {
  const caller =
    new Error().stack
      ?.split('\n')
      .slice(2)
      .find((frame) => !opener.test(frame)) ?? ''
  const begin = () => execute.call(this, work) as Promise<T>
  return /\/tests\/|\btest(ing)?\.ts|features\/legacy\//.test(caller) ? running.exit(begin) : running.run({}, begin)
}

const connect = Pool.prototype.connect
Object.defineProperty(Pool.prototype, 'connect', {
  configurable: true,
  writable: true,
  value: function (this: Pool, ...args: unknown[]): unknown {
    const within = running.getStore()
    if (within?.pool === this) throw new Error('A transaction takes a second connection: pass it the transaction.')
    if (within) within.pool ??= this
    return Reflect.apply(connect, this, args)
  },
})
