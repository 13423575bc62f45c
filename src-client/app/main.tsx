import '#client/styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { startTexts } from '#client/lib/i18n/i18n.ts'
// It watches from the first key on.
import '../lib/dialogs/keep-focus.ts'
import { aroundNav } from '../lib/dialogs/leave-guard.ts'
import { basePath, setBasePath } from '#client/lib/navigation.ts'
import { loadProductConfig } from '../lib/api/product-config.ts'
import { loadStartContent } from '../lib/api/start-content.ts'
import { startTheme } from '#client/lib/theme.ts'
import { App } from './app.tsx'

/** How long the first picture waits for what the county offers, in ms: what came later would push the page about. */
const patience = 1_500

startTexts()
startTheme()
const waited = new Promise((resolve) => setTimeout(resolve, patience))
const [{ routerBasePath }] = await Promise.all([loadProductConfig(), Promise.race([loadStartContent(), waited])])
setBasePath(routerBasePath)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Router base={basePath()} aroundNav={aroundNav}>
        <App />
      </Router>
    </StrictMode>,
  )
}
