// What the server's own pages do besides (src-server/http/pages); all of them work without it.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('appearance')
  } catch {
    // Storage may be shut; the device's theme stays.
  }
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice

  for (const button of document.querySelectorAll('[data-print-page]')) {
    button.classList.remove('invisible')
    button.addEventListener('click', () => print())
  }

  // A second press while the first is on its way does nothing.
  for (const form of document.forms) {
    let sent = false
    form.addEventListener('submit', (event) => {
      if (sent) event.preventDefault()
      sent = true
    })
  }

  // Back to a page that the browser kept: what was pressed since is not on it.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
})()
