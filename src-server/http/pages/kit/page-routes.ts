import { TRPCError } from '@trpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/contract/errors.ts'
import type { ServerPage } from '#shared/contract/server-pages.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { SignedInUser } from '#server/platform/sessions.ts'
import { appRouter } from '#server/router.ts'
import type { Context } from '#server/trpc/context.ts'
import { createCallerFactory } from '#server/trpc/init.ts'
import { createContext, createContextWithoutSession } from '../../api/create-context.ts'
import type { County, PageView } from './layout.ts'
import { createPageTexts, type PageTexts } from './page-texts.ts'
import { createPageSender, readCounty } from './send-page.ts'

const createCaller = createCallerFactory(appRouter)

/** What a page knows of its request. */
export type PageRequest = {
  /** The ticket or signed token in the address. */
  token: string
  query: URLSearchParams
  /** What was pressed and typed; empty on a GET. */
  form: URLSearchParams
  /** The procedures, with their access rules and throttles. */
  call: ReturnType<typeof createCaller>
  /** Who is signed in; on a POST nobody, since its form carries its own proof. */
  reader: SignedInUser | null
  texts: PageTexts
  county: County
}

/** Another address, to which a press leads: reloading it repeats nothing. */
export type Redirect = { redirect: string }

/** A page that a message links to. */
export type LinkPage = {
  /** The start of its address; its ticket or token follows. */
  path: ServerPage
  /** Shows the page and changes nothing: mail scanners open links, and run scripts. */
  show(request: PageRequest): Promise<PageView> | PageView
  /** Does what was pressed. */
  submit(request: PageRequest): Promise<PageView | Redirect>
}

type Route = { Params: { token: string } }
const formBytes = 16_384
const noFields = new URLSearchParams()

/**
 * Serves pages as plain HTML: readable after one answer and usable without a script. Every value is escaped by the
 * template that holds it (`html`), and what a page does is a procedure, as for the app.
 * @param css the style of all pages (page-style.ts)
 */
export function pageRoutes(app: FastifyInstance, deps: ServerDeps, pages: readonly LinkPage[], css: string): void {
  const { send, sendFailure } = createPageSender(deps, css)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytes },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error))
  for (const { path, show, submit } of pages) {
    const url = `${path}/:token`
    app.get<Route>(url, async (request, reply) => {
      const on = await openRequest(deps, request, await createContext(deps, request, reply))
      return send(reply, await show(on), on)
    })
    app.post<Route>(url, async (request, reply) => {
      const on = await openRequest(deps, request, createContextWithoutSession(deps, request, reply))
      const outcome = await submit(on)
      return 'redirect' in outcome ? reply.redirect(outcome.redirect, 303) : send(reply, outcome, on)
    })
  }
}

async function openRequest(deps: ServerDeps, request: FastifyRequest<Route>, context: Context): Promise<PageRequest> {
  const reader = context.caller.user
  return {
    token: request.params.token,
    query: new URLSearchParams(request.url.split('?', 2)[1]),
    form: request.body instanceof URLSearchParams ? request.body : noFields,
    call: createCaller(context),
    reader,
    texts: createPageTexts(deps.countyTexts, reader?.language),
    county: await readCounty(deps),
  }
}

/** What a procedure answered: its content, or why it refused, which the page says itself. */
export type Attempt<C> = { content: C; refused?: never } | { content?: never; refused: AppError }

export async function attempt<C>(call: () => Promise<{ content: C }>): Promise<Attempt<C>> {
  try {
    return { content: (await call()).content }
  } catch (error) {
    const cause = error instanceof TRPCError ? error.cause : error
    if (cause instanceof AppError && cause.code === 'refused') return { refused: cause }
    throw error
  }
}
