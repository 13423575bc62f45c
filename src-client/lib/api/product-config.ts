import { logWarning } from '../log.ts'

type ProductConfig = { routerBasePath: string; serverAddress: string }

const address = '/config/landnotificationui/product.json'
const standard: ProductConfig = { routerBasePath: '/', serverAddress: '/api' }

let known = standard

/** The base address of the REST paths, without a trailing slash. */
export const serverAddress = (): string => known.serverAddress.replace(/\/+$/, '')

/** Loads the base paths of pages and REST. A failure is logged and the defaults apply. */
export async function loadProductConfig(): Promise<ProductConfig> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000) })
    if (!response.ok) throw new Error(`HTTP status ${response.status}`)
    const config = (await response.json()) as Partial<ProductConfig>
    known = {
      routerBasePath: config.routerBasePath ?? standard.routerBasePath,
      serverAddress: config.serverAddress ?? standard.serverAddress,
    }
    return known
  } catch (cause) {
    logWarning('Could not read the configuration. Using the defaults.', cause)
    return standard
  }
}
