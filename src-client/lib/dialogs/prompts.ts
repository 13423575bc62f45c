import type { Said } from '../i18n/localized-text.ts'
import { createStore } from '../store.ts'

/** A question with two answers. The title is the specified prompt; only deletion is destructive. */
export type Question = {
  title: Said
  detail?: string
  yes?: Said
  no?: Said
  destructive?: boolean
}

export type MessageLevel = 'OK' | 'WARNING' | 'INFO'

export type Prompt =
  | { id: number; kind: 'question'; question: Question; answer: (yes: boolean) => void }
  | { id: number; kind: 'message'; level: MessageLevel; text: string; answer: () => void }
  | { id: number; kind: 'loading'; text: string }

/** Open prompts, the latest last; components/dialogs/prompt-host.tsx draws them. */
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
 * Asks, and resolves to true for yes; Escape is no. The same question is not asked twice at once: a key that is pressed
 * before it is drawn still reaches what asked, and that is answered no.
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

/** Shows a server's message on an action; resolves when it is closed. */
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

/** Answers every open question with no, and closes every message: the page beneath is gone. */
export function closePrompts(): void {
  for (const prompt of prompts.get()) {
    if (prompt.kind === 'question') prompt.answer(false)
    else if (prompt.kind === 'message') prompt.answer()
  }
}

/**
 * Holds the page while an act runs that was begun from a question, and so has no button left to say that it runs;
 * nothing shows where the answer comes within 300 ms.
 * @returns what the act answers, once the page is free again; throws what it throws
 */
export async function holdWhile<T>(text: string, act: Promise<T>): Promise<T> {
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
