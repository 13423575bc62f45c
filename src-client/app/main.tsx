import '#client/styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { startTexts } from '#client/lib/i18n/i18n.ts'
import { basePath, setBasePath } from '#client/lib/navigation.ts'
import { loadProductConfig } from '#client/lib/product-config.ts'
import { startTheme } from '#client/lib/theme.ts'
import { queryClient, trpc, trpcClient } from '#client/lib/trpc.ts'
import { App } from './app.tsx'

startTexts()
startTheme()
setBasePath((await loadProductConfig()).routerBasePath)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <Router base={basePath()}>
            <App />
          </Router>
        </QueryClientProvider>
      </trpc.Provider>
    </StrictMode>,
  )
}
