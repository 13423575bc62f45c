import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Names from styles/tokens.css, which the merge does not know. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      spacing: ['control', 'control-sm', 'card', 'stack'],
      shadow: ['card', 'popover', 'dialog'],
      container: ['page', 'resident', 'form', 'prose'],
    },
  },
})

/** Joins class names; if two conflict, the later one wins. */
export function cn(...names: ClassValue[]): string {
  return merge(clsx(names))
}
