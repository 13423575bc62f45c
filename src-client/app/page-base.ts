/*
 * What every page but the login page needs before it shows, and the first pages of a reader. One module, because each
 * separate import costs a slow phone a request, and all of them are in one chunk anyway (page-chunks.ts).
 */
export { enPageTexts } from '#shared/texts/en/page-texts.ts'
export { DataProvider } from './data-provider.tsx'
export { HomeScreen } from './home-screen.tsx'
export { SessionGuard } from './session-guard.tsx'
