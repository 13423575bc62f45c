import type { Benchmark } from './support/benchmark.ts'

/** Loads a benchmark's code only when it runs. */
export const benchmarks: Benchmark[] = [
  {
    number: 1,
    title: 'Cost of a record as alerts grow',
    run: async (context) => (await import('./benchmarks/cost-per-record.ts')).costPerRecord(context),
  },
  {
    number: 2,
    title: 'Matching beside a map in memory',
    run: async (context) => (await import('./benchmarks/matching-speed.ts')).matchingSpeed(context),
  },
  {
    number: 3,
    title: 'Match and store beside COPY',
    run: async (context) => (await import('./benchmarks/match-and-store.ts')).matchAndStore(context),
  },
  {
    number: 4,
    title: 'Batch ingest beside COPY',
    run: async (context) => (await import('./benchmarks/batch-ingest.ts')).batchIngest(context),
  },
  {
    number: 5,
    title: 'A single record posted, beside a bare route that stores it',
    run: async (context) => (await import('./benchmarks/single-post.ts')).singlePost(context),
  },
  {
    number: 6,
    title: 'Delivery beside loops that keep the same promises',
    run: async (context) => (await import('./benchmarks/delivery.ts')).delivery(context),
  },
  {
    number: 7,
    title: 'From ingest to the provider, all at once',
    needs: [3, 4, 6],
    run: async (context) => (await import('./benchmarks/end-to-end.ts')).whole(context),
  },
  {
    number: 8,
    title: 'The last ten of a history',
    run: async (context) => (await import('./benchmarks/history.ts')).history(context),
  },
  {
    number: 9,
    title: 'The search for a user beside a sequential scan',
    run: async (context) => (await import('./benchmarks/user-search.ts')).userSearch(context),
  },
  {
    number: 10,
    title: 'Delivery beside two well-known queues',
    run: async (context) => (await import('./benchmarks/peers.ts')).comparePeers(context),
  },
  {
    number: 11,
    title: 'A worker killed amid 5,000 notices',
    fullOnly: true,
    run: async (context) => (await import('./benchmarks/killed-worker.ts')).killedWorker(context),
  },
  {
    number: 12,
    title: 'From receipt to the provider under a steady load',
    run: async (context) => (await import('./benchmarks/steady-load.ts')).steadyLoad(context),
  },
  {
    number: 13,
    title: 'Long names beside short ones',
    run: async (context) => (await import('./benchmarks/long-names.ts')).longNames(context),
  },
  {
    number: 14,
    title: 'The search for a property beside a sequential scan',
    run: async (context) => (await import('./benchmarks/property-search.ts')).propertySearch(context),
  },
  {
    number: 15,
    title: 'A county backed up, restored and tried',
    fullOnly: true,
    run: async (context) => (await import('./benchmarks/backup.ts')).backUpCounty(context),
  },
  {
    number: 16,
    title: 'A parcel roll loaded by the command',
    run: async (context) => (await import('./benchmarks/roll-load.ts')).loadRolls(context),
  },
  {
    number: 17,
    title: 'Keys of a new rule while records come in',
    fullOnly: true,
    run: async (context) => (await import('./benchmarks/stale-keys.ts')).staleKeys(context),
  },
]
