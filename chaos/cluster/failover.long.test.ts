import { expect, test } from 'vitest'
import { installPackages } from '../support/debian-packages.ts'
import { clusterPackages } from './database-cluster.ts'
import { runCluster } from './run-cluster.ts'

test('one lost machine of the primary loses no record that a feed was told is stored', async ({ skip }) => {
  const problem = await installPackages(clusterPackages)
  if (problem) return skip(problem)
  const report = await runCluster({ failovers: 1, pausesStandbys: false, limitsOutages: false, seed: 7 })
  expect(report.breaches).toEqual([])
  expect(report.outages.map(({ kind, from, to }) => [kind, from === to])).toEqual([['node lost', false]])
  expect(report.laterCalls).toBeGreaterThan(0)
}, 600_000)
