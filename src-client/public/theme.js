// Runs before the first paint, so it stands alone. The key and the values are those of lib/theme.ts.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('appearance')
  } catch {
    // Storage may be shut; the system's theme is used.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
