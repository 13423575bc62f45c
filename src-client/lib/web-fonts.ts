const families = ['Atkinson Hyperlegible Next Variable', 'Source Serif 4 Variable'] as const
/** How long the fonts wait for a page that does not finish loading, in ms. */
const patience = 10_000

/**
 * Loads the web fonts once the first page shows its main content, and then changes all text to them together: on a slow
 * connection they would take a third of the time until then. public/start.js shows them immediately if the browser has
 * them from an earlier page.
 * @param root the element in which the app renders
 */
export async function startWebFonts(root: HTMLElement): Promise<void> {
  const { dataset } = document.documentElement
  if (dataset['webFonts'] !== undefined) return
  await firstPageShown(root)
  // A font that cannot be loaded is tried again when a text needs it.
  await Promise.allSettled(families.map((family) => document.fonts.load(`1em '${family}'`)))
  dataset['webFonts'] = ''
}

/** Resolves when the page has a title and nothing in it is still loading. */
function firstPageShown(root: HTMLElement): Promise<void> {
  const isShown = () => root.querySelector('h1') !== null && root.querySelector('[data-loading]') === null
  return new Promise((resolve) => {
    const finish = () => {
      observer.disconnect()
      clearTimeout(timer)
      resolve()
    }
    const observer = new MutationObserver(() => isShown() && finish())
    const timer = setTimeout(finish, patience)
    observer.observe(root, { childList: true, subtree: true })
    if (isShown()) finish()
  })
}
