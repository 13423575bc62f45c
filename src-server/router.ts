import { authRouter } from './routers/accounts/auth.ts'
import { authenticatorRouter } from './routers/accounts/authenticator.ts'
import { controlPanelRouter } from './routers/control-panel.ts'
import { reportSettingsRouter, serviceRouter } from './routers/settings.ts'
import { currentUserRouter } from './routers/accounts/current-user.ts'
import { feedsRouter } from './routers/feeds.ts'
import { helperDataRouter } from './routers/content.ts'
import { homeRouter } from './routers/alerts/home.ts'
import { monitoringRouter } from './routers/monitoring.ts'
import { noticesRouter } from './routers/notices.ts'
import { supportRouter } from './routers/support.ts'
import { reportRouter } from './routers/reports.ts'
import { rollRouter } from './routers/roll.ts'
import { rollVersionsRouter } from './routers/roll-versions.ts'
import { userManagerRouter } from './routers/users/user-manager.ts'
import { userViewRouter } from './routers/alerts/user-view.ts'
import { router } from './trpc/init.ts'

/** Keys are the documented names: `userView.alertDelete` is also POST /api/userView/alertDelete. */
export const appRouter = router({
  auth: authRouter,
  authenticator: authenticatorRouter,
  controlPanel: controlPanelRouter,
  currentUser: currentUserRouter,
  feeds: feedsRouter,
  helperdata: helperDataRouter,
  home: homeRouter,
  monitoring: monitoringRouter,
  notices: noticesRouter,
  report: reportRouter,
  roll: rollRouter,
  rollVersions: rollVersionsRouter,
  service: serviceRouter,
  reportSettings: reportSettingsRouter,
  support: supportRouter,
  userManager: userManagerRouter,
  userView: userViewRouter,
})

export type AppRouter = typeof appRouter
