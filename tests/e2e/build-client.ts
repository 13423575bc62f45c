import { buildClientIfStale } from '#scripts/start/client-build.ts'
import { chromiumPath } from '../helpers/chromium.ts'

/** Builds the client once for all browser tests, which run at the same time. */
export default async function setup(): Promise<void> {
  if (chromiumPath()) await buildClientIfStale(console.log)
}
