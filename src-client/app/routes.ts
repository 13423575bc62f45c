import { createElement, lazy, type ComponentType } from 'react'
import { addPageTexts, loadPanelTexts } from '#client/lib/i18n/i18n.ts'
import { matchingHelpPath } from '#client/lib/navigation.ts'
import type { Rights } from '#shared/contract/roles.ts'
import { serverPages } from '#shared/contract/server-pages.ts'
import { LoginPage } from '../features/accounts/login/login-page.tsx'
import { createServerPage } from './server-page.tsx'

type AppRoute = {
  /** wouter's pattern; letters match in either case. */
  path: string
  page: ComponentType
  /** Only for logged-in readers; others log in first and return to it. */
  loggedIn?: boolean
  /** And only for roles with this right; others are redirected to their home page. */
  right?: keyof Rights
}

/** A page whose script loads when it is opened, with all texts and the query client: the login page needs none of them. */
function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    const { DataProvider, enPageTexts } = await import('./page-base.ts')
    addPageTexts(enPageTexts)
    const page = await load()
    return { default: () => createElement(DataProvider, null, createElement(page)) }
  })
}

/**
 * Every page except those of the control panel, which are in panel-routes.ts. No link leads to a page that is in
 * neither.
 */
export const routes: readonly AppRoute[] = [
  { path: '/', page: LoginPage },
  { path: '/login', page: LoginPage },
  {
    path: '/register',
    page: lazyPage(async () => (await import('../features/accounts/registration/register-page.tsx')).RegisterPage),
  },
  {
    path: '/forgotUsername',
    page: lazyPage(
      async () => (await import('../features/accounts/recovery/forgot-username-page.tsx')).ForgotUsernamePage,
    ),
  },
  {
    path: '/forgotPassword',
    page: lazyPage(
      async () => (await import('../features/accounts/recovery/forgot-password-page.tsx')).ForgotPasswordPage,
    ),
  },
  {
    path: '/passwordReset/:ticket',
    page: lazyPage(
      async () => (await import('../features/accounts/recovery/reset-password-page.tsx')).ResetPasswordPage,
    ),
  },
  {
    path: '/notMe/:ticket',
    page: lazyPage(async () => (await import('../features/accounts/profile/not-me-page.tsx')).NotMePage),
  },
  {
    path: matchingHelpPath,
    page: lazyPage(async () => (await import('../features/alerts/help/matching-help-page.tsx')).MatchingHelpPage),
  },
  {
    path: '/outbox',
    page: lazyPage(async () => (await import('../features/dev-inbox/dev-inbox-page.tsx')).DevInboxPage),
  },
  { path: '/home', loggedIn: true, page: lazyPage(async () => (await import('./page-base.ts')).HomeScreen) },
  {
    path: '/home/notice/:id',
    loggedIn: true,
    page: lazyPage(async () => (await import('#client/features/notices/own-notice-page.tsx')).OwnNoticePage),
  },
  {
    path: '/monitoring',
    loggedIn: true,
    right: 'technical',
    page: lazyPage(async () => {
      await loadPanelTexts()
      return (await import('#client/features/monitoring/monitoring-page.tsx')).MonitoringPage
    }),
  },
  {
    path: '/controlPanel/*?',
    loggedIn: true,
    right: 'controlPanel',
    page: lazyPage(async () => {
      await loadPanelTexts()
      return (await import('./panel-screen.tsx')).PanelScreen
    }),
  },
  ...serverPages.map((start) => ({ path: `${start}/:token`, page: createServerPage(start) })),
]

export const NotFoundPage = lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage)
