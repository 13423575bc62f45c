/** `npm run chaos`: its first option says which outage; without one, faults are injected into all parts. */
const outages: Record<string, () => Promise<unknown>> = {
  '--cluster': async () => (await import('./cluster/command.ts')).runClusterCommand(),
  '--mutants': async () => (await import('./mutants/command.ts')).runMutantsCommand(),
  '--rolling': async () => (await import('./rolling/command.ts')).runRollingCommand(),
}
const wanted = Object.keys(outages).find((option) => process.argv.includes(option))
await(outages[wanted ?? ''] ?? (() => import('./command.ts')))()
