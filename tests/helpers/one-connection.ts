import { AsyncLocalStorage } from 'node:async_hooks'
import { type Transaction, TransactionBuilder } from 'kysely'
import { Pool } from 'pg'

/**
 * In every test, a transaction of the product that takes a second connection of its own pool fails: as many callers at
 * once as a pool has connections would wait for each other, each with one in hand, and all of the server with them.
 * Transactions that tests begin may, to see what others would; so may a migration from the legacy version, of which one
 * runs at a time and writes its progress beside its transaction.
 */
const running = new AsyncLocalStorage<{ pool?: Pool }>()

const execute = TransactionBuilder.prototype.execute
TransactionBuilder.prototype.execute = function <T>(work: (tx: Transaction<unknown>) => Promise<T>): Promise<T> {
  const caller = new Error().stack?.split('\n')[2] ?? ''
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
