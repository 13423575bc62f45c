import { authRouter } from './routers/auth.ts'
import { authenticatorRouter } from './routers/authenticator.ts'
import { controlPanelRouter } from './routers/control-panel.ts'
import { serviceRouter } from './routers/control-panel/county-config.ts'
import { currentUserRouter } from './routers/current-user.ts'
import { feedsRouter } from './routers/feeds.ts'
import { helperDataRouter } from './routers/helper-data.ts'
import { homeRouter } from './routers/home.ts'
import { monitoringRouter } from './routers/monitoring.ts'
import { noticesRouter } from './routers/notices.ts'
import { supportRouter } from './routers/support.ts'
import { reportRouter } from './routers/report.ts'
import { userManagerRouter } from './routers/user-manager.ts'
import { userViewRouter } from './routers/user-view.ts'
import { createCallerFactory, router } from './trpc/init.ts'

/** Keys carry the documented names: `userView.alertDelete` is also POST /api/userView/alertDelete. */
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
  service: serviceRouter,
  support: supportRouter,
  userManager: userManagerRouter,
  userView: userViewRouter,
})

export type AppRouter = typeof appRouter
export const createCaller = createCallerFactory(appRouter)
