import { createStore } from './store.ts'

export type Toast = { id: number; text: string }

export const toasts = createStore<readonly Toast[]>([])

let lastId = 0

/** Says that a small thing is done, where the specification names no message of its own. */
export function showToast(text: string): void {
  lastId += 1
  toasts.set([...toasts.get(), { id: lastId, text }])
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}
