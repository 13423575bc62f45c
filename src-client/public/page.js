// What the server's own pages do in addition (src-server/http/pages); all of them work without it.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('appearance')
  } catch {
    // Storage may be unavailable; the device's theme stays.
  }
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice

  for (const button of document.querySelectorAll('[data-print-page]')) {
    button.classList.remove('invisible')
    button.addEventListener('click', () => print())
  }

  // A second press while the first is running does nothing.
  for (const form of document.forms) {
    let sent = false
    form.addEventListener('submit', (event) => {
      if (sent) event.preventDefault()
      sent = true
    })
  }

  // Back to a page that the browser kept: it lacks what was pressed since.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
})()
