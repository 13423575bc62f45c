import type { LocalizedText } from '../i18n/localized-text.ts'
import { createStore } from '../store.ts'

/** A question with two answers. The title is the specified prompt; only deletion is destructive. */
export type Question = {
  title: LocalizedText
  detail?: string
  yes?: LocalizedText
  no?: LocalizedText
  destructive?: boolean
}

export type MessageLevel = 'OK' | 'WARNING' | 'INFO'

export type Prompt =
  | { id: number; kind: 'question'; question: Question; answer: (yes: boolean) => void }
  | { id: number; kind: 'message'; level: MessageLevel; text: string; answer: () => void }
  | { id: number; kind: 'loading'; text: string }

/** Open prompts, the latest last; prompt-host.tsx renders them. */
export const prompts = createStore<readonly Prompt[]>([])

let lastId = 0

function open(make: (id: number, close: () => void) => Prompt): void {
  lastId += 1
  const id = lastId
  const close = () => prompts.set(prompts.get().filter((prompt) => prompt.id !== id))
  prompts.set([...prompts.get(), make(id, close)])
}

const isOpen = (question: Question) => {
  const asked = JSON.stringify(question)
  return prompts.get().some((prompt) => prompt.kind === 'question' && JSON.stringify(prompt.question) === asked)
}

/**
 * Asks, and resolves to true for yes; Escape means no. The same question never opens twice: a key pressed before the
 * first one appears could ask again, and that second call resolves to no.
 */
export function ask(question: Question): Promise<boolean> {
  if (isOpen(question)) return Promise.resolve(false)
  return new Promise((resolve) => {
    open((id, close) => ({
      id,
      kind: 'question',
      question,
      answer: (yes) => {
        close()
        resolve(yes)
      },
    }))
  })
}

/** Shows a server's message about an action; resolves when it is closed. */
export function showMessage(level: MessageLevel, text: string): Promise<void> {
  return new Promise((resolve) => {
    open((id, close) => ({
      id,
      kind: 'message',
      level,
      text,
      answer: () => {
        close()
        resolve()
      },
    }))
  })
}

/** Answers every open question with no and closes every message, because the page below is gone. */
export function closePrompts(): void {
  for (const prompt of prompts.get()) {
    if (prompt.kind === 'question') prompt.answer(false)
    else if (prompt.kind === 'message') prompt.answer()
  }
}

/**
 * Blocks the page during an action that was started from a question, so no button can show that it is busy. Nothing
 * appears if it takes less than 300 ms.
 * @returns the action's result, once the page is free again; throws its error
 */
export async function blockWhile<T>(text: string, act: Promise<T>): Promise<T> {
  let free: (() => void) | undefined
  open((id, close) => {
    free = close
    return { id, kind: 'loading', text }
  })
  try {
    return await act
  } finally {
    free?.()
  }
}
