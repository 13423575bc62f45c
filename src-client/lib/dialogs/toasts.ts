import { createStore } from '../store.ts'

/** What can still be done about it, such as undoing it. */
export type ToastAction = {
  label: string
  /** Where else it is done: read out to those for whom the toast is gone before they reach it. */
  elsewhere: string
  act: () => void
}
export type Toast = { id: number; text: string; action?: ToastAction }

/** More at once would hide the page; the oldest goes. */
const most = 3

export const toasts = createStore<readonly Toast[]>([])

let lastId = 0

/** Says that a small thing is done, where the specification names no message of its own. */
export function showToast(text: string, action?: ToastAction): void {
  lastId += 1
  toasts.set([...toasts.get(), { id: lastId, text, ...(action && { action }) }].slice(-most))
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}
