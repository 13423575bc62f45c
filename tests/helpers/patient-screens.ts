import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'

/** Screens are waited for as long as other conditions are (vitest.config.ts); the library's second is short when other tests run. */
configure({ asyncUtilTimeout: 60_000 })

// Files share a window: each begins with an empty one, at the same address.
beforeAll(() => {
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
afterEach(cleanup)
