import { listProcedures, metaOf as metaIn } from '#server/http/api/procedures.ts'
import { listRestRoutes } from '#server/http/api/rest-shim.ts'
import { appRouter } from '#server/routers/router.ts'

/** Every procedure by its name, such as 'userView.alertDelete'. */
export const procedures = listProcedures(appRouter)
export const metaOf = (name: string) => metaIn(procedures, name)
export const restRoutes = () => listRestRoutes(appRouter)
