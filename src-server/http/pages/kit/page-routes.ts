import { TRPCError } from '@trpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { LoggedInUser } from '#server/platform/sessions.ts'
import { appRouter } from '#server/routers/router.ts'
import type { Context } from '#server/trpc/context.ts'
import { createCallerFactory } from '#server/trpc/init.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { ServerPage } from '#shared/contract/server-pages.ts'
import type { Html } from '#shared/node/platform/html.ts'
import { createContext, createFormContext } from '../../api/create-context.ts'
import type { County, PageView } from './layout.ts'
import { createPageTexts, type PageTexts } from './page-texts.ts'
import { hidden } from './parts.ts'
import { readReader, signReader } from './reader-proof.ts'
import { createPageSender, type PageSender, readCounty } from './send-page.ts'

const createCaller = createCallerFactory(appRouter)

/** What a page knows about its request. */
export type PageRequest = {
  /** The ticket or signed token in the address. */
  token: string
  query: URLSearchParams
  /** The pressed button and typed fields; empty on a GET. */
  form: URLSearchParams
  /** The procedures, with their access rules and throttles. */
  call: ReturnType<typeof createCaller>
  /** Who is logged in; on a POST, for whom its form is signed. */
  reader: LoggedInUser | null
  /** Fields that let a form of the page act for its reader. */
  readerField: Html | null
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
  /** Performs the pressed button. */
  submit(request: PageRequest): Promise<PageView | Redirect>
  /** Answers a program that posts a body of any kind to the same address; undefined for a person's form. */
  answerProgram?(request: PageRequest, body: string): Promise<PlainAnswer | undefined>
}

/** What we answer a program. */
export type PlainAnswer = { status: number; message: string }

type Route = { Params: { token: string } }
const formBytes = 16_384
const readerProof = 'reader'
const formType = 'application/x-www-form-urlencoded'

/**
 * Serves pages as plain HTML: readable after one answer and usable without a script. Every value is escaped by the
 * template that holds it (`html`), and what a page does is a procedure, as for the app.
 * @param css the style of all pages (page-style.ts)
 */
export function pageRoutes(app: FastifyInstance, deps: ServerDeps, pages: readonly LinkPage[], css: string): void {
  const sender = createPageSender(deps, css)
  app.removeAllContentTypeParsers()
  app.setErrorHandler((error, request, reply) => sender.sendFailure(request, reply, error))
  for (const page of pages) void app.register(async (scope) => pageRoute(scope, deps, page, sender))
}

function pageRoute(app: FastifyInstance, deps: ServerDeps, page: LinkPage, { send }: PageSender): void {
  const url = `${page.path}/:token`
  app.addContentTypeParser(
    page.answerProgram ? '*' : formType,
    { parseAs: 'string', bodyLimit: formBytes },
    (_request, body, done) => done(null, String(body)),
  )
  app.get<Route>(url, async (request, reply) => {
    const on = await openRequest(deps, request, await createContext(deps, request, reply))
    return send(reply, await page.show(on), on)
  })
  app.post<Route>(url, async (request, reply) => {
    const proof = readForm(request).get(readerProof)
    const sessionId = proof === null ? null : readReader(deps.env.APP_SECRET, request.params.token, proof)
    const on = await openRequest(deps, request, await createFormContext(deps, request, reply, sessionId))
    const programAnswer = await page.answerProgram?.(on, bodyOf(request))
    if (programAnswer) return reply.code(programAnswer.status).send({ message: programAnswer.message })
    const outcome = await page.submit(on)
    return 'redirect' in outcome ? reply.redirect(outcome.redirect, 303) : send(reply, outcome, on)
  })
}

const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

function readForm(request: FastifyRequest): URLSearchParams {
  const isForm = request.headers['content-type']?.startsWith(formType) === true
  return new URLSearchParams(isForm ? bodyOf(request) : '')
}

async function openRequest(deps: ServerDeps, request: FastifyRequest<Route>, context: Context): Promise<PageRequest> {
  const { user: reader, session } = context.caller
  const { token } = request.params
  return {
    token,
    readerField: session && hidden(readerProof, signReader(deps.env.APP_SECRET, token, session.id)),
    query: new URLSearchParams(request.url.split('?', 2)[1]),
    form: readForm(request),
    call: createCaller(context),
    reader,
    texts: createPageTexts(deps.countyTexts, reader?.language),
    county: await readCounty(deps),
  }
}

/** The answer of a procedure: its content, or why it refused, which the page shows in its own words. */
export type Attempt<C> = { content: C; refused?: never } | { content?: never; refused: AppError }

/**
 * Calls a procedure whose refusal the page shows itself.
 * @throws every other error
 */
export async function attempt<C>(call: () => Promise<{ content: C }>): Promise<Attempt<C>> {
  try {
    return { content: (await call()).content }
  } catch (error) {
    const cause = error instanceof TRPCError ? error.cause : error
    if (cause instanceof AppError && cause.code === 'refused') return { refused: cause }
    throw error
  }
}
