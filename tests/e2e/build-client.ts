import { buildClientIfStale } from '#scripts/start/client-build.ts'
import { chromiumPath } from '../helpers/chromium.ts'

/** The pages that all browser tests open are built once, before the first of them: their files run side by side. */
export default async function setup(): Promise<void> {
  if (chromiumPath()) await buildClientIfStale(console.log)
}
