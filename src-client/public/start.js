// Runs before the first paint, so it imports nothing.

// The theme: the key and the values are those of lib/theme.ts.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('appearance')
  } catch {
    // Storage may be unavailable; the system's theme is used.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  // If this file came from the browser's cache, the web fonts are there too; else lib/web-fonts.ts loads them later.
  var own = performance.getEntriesByName(document.currentScript.src)[0]
  var headersOnly = 300
  if (own && own.transferSize <= headersOnly) document.documentElement.dataset.webFonts = ''
})()

// The app's own script did not load: index.html says so, with the county of the last visit (lib/api/county-memory.ts).
addEventListener(
  'error',
  function (event) {
    if (event.target.type !== 'module') return
    document.getElementById('loading').hidden = true
    document.getElementById('failed').hidden = false
    var known
    try {
      known = JSON.parse(localStorage.getItem('county'))
    } catch {
      // There was no visit, or its county was not stored.
    }
    if (!known || !known.contactPhone) return
    var call = document.getElementById('failed-call')
    call.children[0].textContent = known.county
    call.children[1].textContent = known.contactPhone
    call.children[1].href = 'tel:' + known.contactPhone.replace(/[^\d+]/g, '')
    call.hidden = false
  },
  true,
)
