import { type Prompt, prompts } from '#client/lib/dialogs/prompts.ts'
import { useStore } from '#client/lib/store.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { LoadingDialog } from './loading-dialog.tsx'
import { MessageDialog } from './message-dialog.tsx'

function PromptDialog({ prompt }: { prompt: Prompt }) {
  if (prompt.kind === 'loading') return <LoadingDialog text={prompt.text} />
  if (prompt.kind === 'question') return <ConfirmDialog question={prompt.question} onAnswer={prompt.answer} />
  return <MessageDialog level={prompt.level} text={prompt.text} onClose={prompt.answer} />
}

/** Renders the prompts of prompts.ts. Mounted once on the page. */
export function PromptHost() {
  return useStore(prompts).map((prompt) => <PromptDialog key={prompt.id} prompt={prompt} />)
}
