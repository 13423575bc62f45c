/** What error pages say about the county when its start content never arrives. All of it is public. */
export type County = { county: string; appTitle: string; contactPhone: string }

/** Also read by public/start.js, for a page whose script never loads. */
const storageKey = 'county'

/** Remembers the county in this browser, for a visit on which the server cannot be reached. */
export function rememberCounty({ county, appTitle, contactPhone }: County): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ county, appTitle, contactPhone }))
  } catch {
    // Storage is not available.
  }
}

const isCounty = (item: Partial<County> | null): item is County =>
  [item?.county, item?.appTitle, item?.contactPhone].every((value) => typeof value === 'string')

/** The county of this browser's last visit, if it is known. */
export function rememberedCounty(): County | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<County> | null
    return isCounty(found) ? found : undefined
  } catch {
    return undefined
  }
}
