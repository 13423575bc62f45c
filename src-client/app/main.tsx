import '#client/styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { startTexts } from '#client/lib/i18n/i18n.ts'
import { aroundNav } from '#client/lib/leave-guard.ts'
import { basePath, setBasePath } from '#client/lib/navigation.ts'
import { loadProductConfig } from '#client/lib/product-config.ts'
import { loadStartContent } from '#client/lib/start-content.ts'
import { startTheme } from '#client/lib/theme.ts'
import { App } from './app.tsx'

startTexts()
void loadStartContent()
startTheme()
setBasePath((await loadProductConfig()).routerBasePath)

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
