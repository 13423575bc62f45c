import { createStore } from '../store.ts'

/** An action that the toast offers, such as Undo. */
type ToastAction = {
  label: string
  /** Where else to find the action, announced to readers who cannot reach the toast in time. */
  elsewhere: string
  act: () => unknown
}
export type Toast = { id: number; text: string; action?: ToastAction }

/** More toasts would hide the page; the oldest goes first. */
const maxToasts = 3

export const toasts = createStore<readonly Toast[]>([])

let lastId = 0

/** Confirms a small action for which the specification names no message. */
export function showToast(text: string, action?: ToastAction): void {
  lastId += 1
  toasts.set([...toasts.get(), { id: lastId, text, ...(action && { action }) }].slice(-maxToasts))
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}
