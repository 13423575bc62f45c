import { expect, test } from 'vitest'
import { installPackages } from '../support/debian-packages.ts'
import { clusterPackages } from './database-cluster.ts'
import { runCluster } from './run-cluster.ts'

const maxMs = 600_000

test(
  'three outages of the primary, one of each kind, lose no record that a feed was told is stored',
  async ({ skip }) => {
    const problem = await installPackages(clusterPackages)
    if (problem) return skip(problem)
    const report = await runCluster({
      failovers: 3,
      pausesStandbys: false,
      limitsOutages: false,
      seed: 7,
    })
    expect(report.breaches, JSON.stringify(report.outages)).toEqual([])
    expect(report.outages.map(({ kind }) => kind)).toEqual(['node lost', 'PostgreSQL killed', 'link cut'])
    expect(report.laterCalls).toBeGreaterThan(0)
    expect(report.messages).toBeGreaterThan(100)
    // Another node took over from the lost machine, and from the one that was cut off.
    for (const { kind, from, to } of report.outages) if (kind !== 'PostgreSQL killed') expect(to).not.toBe(from)
  },
  maxMs,
)

test(
  'without waiting for a standby, acknowledged records are lost: the test above would notice',
  async ({ skip }) => {
    const problem = await installPackages(clusterPackages)
    if (problem) return skip(problem)
    const { breaches } = await runCluster({ failovers: 1, isSynchronous: false, servers: 1, workers: 1 })
    const lost = breaches.find(({ what }) => what === 'records acknowledged and not stored')
    expect(lost?.ids.length).toBeGreaterThan(0)
  },
  maxMs,
)
