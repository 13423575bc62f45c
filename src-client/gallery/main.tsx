import '#client/lib/zod-setup.ts'
import './gallery.css'
import { createRoot } from 'react-dom/client'
import { PromptHost } from '#client/components/dialogs/prompt-host.tsx'
import { ToastHost } from '#client/components/dialogs/toast-host.tsx'
import { loadPageTexts, loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { startTheme } from '#client/lib/theme.ts'
import { Gallery } from './gallery.tsx'

// All components on one page, for development; `npm run dev` serves it, and the build leaves it out.
startTexts()
await loadPageTexts()
await loadPanelTexts()
startTheme()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <>
      <Gallery />
      <PromptHost />
      <ToastHost />
    </>,
  )
}
