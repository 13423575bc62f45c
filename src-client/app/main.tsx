import '#client/styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { hideTyped, useTypedLocation } from '#client/lib/history-entry.ts'
// Started first, so that it also sees the first key press.
import '../lib/dialogs/keep-focus.ts'
import { startTexts } from '#client/lib/i18n/i18n.ts'
import { basePath, setBasePath } from '#client/lib/navigation.ts'
import { startTheme } from '#client/lib/theme.ts'
import { startWebFonts } from '#client/lib/web-fonts.ts'
import { loadProductConfig } from '../lib/api/product-config.ts'
import { loadStartContent } from '../lib/api/start-content.ts'
import { aroundNav } from '../lib/dialogs/around-nav.ts'
import { App } from './app.tsx'

/** How long the first paint waits for the county's content, in ms: content that arrives later would shift the page. */
const patience = 1_500

hideTyped()
startTexts()
startTheme()
const waited = new Promise((resolve) => setTimeout(resolve, patience))
const [{ routerBasePath }] = await Promise.all([loadProductConfig(), Promise.race([loadStartContent(), waited])])
setBasePath(routerBasePath)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Router hook={useTypedLocation} base={basePath()} aroundNav={aroundNav}>
        <App />
      </Router>
    </StrictMode>,
  )
  void startWebFonts(root)
}
