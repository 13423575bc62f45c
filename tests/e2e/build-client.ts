import { buildClientIfStale } from '#scripts/start/client-build.ts'
import { chromiumPath } from '../helpers/chromium.ts'

/** Builds the client once for all browser tests, which run side by side. */
export default async function setup(): Promise<void> {
  if (chromiumPath()) await buildClientIfStale(console.log)
}
