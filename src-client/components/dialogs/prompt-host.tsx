import { prompts } from '#client/lib/prompts.ts'
import { useStore } from '#client/lib/store.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { MessageDialog } from './message-dialog.tsx'

/** Draws what lib/prompts.ts asks for; once on the page. */
export function PromptHost() {
  return useStore(prompts).map((prompt) =>
    prompt.kind === 'question' ? (
      <ConfirmDialog key={prompt.id} question={prompt.question} onAnswer={prompt.answer} />
    ) : (
      <MessageDialog key={prompt.id} level={prompt.level} text={prompt.text} onClose={prompt.answer} />
    ),
  )
}
