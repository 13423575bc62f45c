import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Our own names of styles/tokens.css, which the merge could not know. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      spacing: ['control', 'control-sm', 'card', 'stack'],
      shadow: ['card', 'popover', 'dialog'],
      container: ['page', 'resident', 'form', 'prose'],
    },
  },
})

/** Joins class names; where two say the same thing, the later one wins. */
export function cn(...names: ClassValue[]): string {
  return merge(clsx(names))
}
