import { router } from '../trpc/init.ts'
import { authRouter } from './accounts/auth.ts'
import { authenticatorRouter } from './accounts/authenticator.ts'
import { currentUserRouter } from './accounts/current-user.ts'
import { homeRouter } from './alerts/home.ts'
import { userViewRouter } from './alerts/user-view.ts'
import { helperDataRouter } from './content.ts'
import { controlPanelRouter } from './control-panel.ts'
import { feedsRouter } from './feeds.ts'
import { monitoringRouter } from './monitoring.ts'
import { noticesRouter } from './notices.ts'
import { reportRouter } from './reports.ts'
import { rollVersionsRouter } from './roll-versions.ts'
import { rollRouter } from './roll.ts'
import { reportSettingsRouter, serviceRouter } from './settings.ts'
import { supportRouter } from './support.ts'
import { userManagerRouter } from './users/user-manager.ts'

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
