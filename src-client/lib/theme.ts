import { createStore } from './store.ts'

/** The reader's choice in the footer: the device's theme, or light or dark. */
export type Appearance = 'system' | 'light' | 'dark'

/** Also read by public/start.js, which sets the theme before the first paint. */
const storageKey = 'appearance'
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

function stored(): Appearance {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

function apply(appearance: Appearance): void {
  const dark = appearance === 'dark' || (appearance === 'system' && systemIsDark().matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

export const appearance = createStore<Appearance>('system')

/** Applies the stored choice and then follows the device. */
export function startTheme(): void {
  appearance.set(stored())
  apply(appearance.get())
  systemIsDark().addEventListener('change', () => apply(appearance.get()))
}

/** Applies and stores a choice; without storage it lasts for the visit. */
export function chooseAppearance(choice: Appearance): void {
  appearance.set(choice)
  apply(choice)
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is not available.
  }
}
