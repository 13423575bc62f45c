import { TRPCError } from '@trpc/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readProductVersions } from '#server/features/content/versions.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { LoggedInUser } from '#server/platform/sessions.ts'
import { asUnavailable } from '#server/platform/unavailable.ts'
import { html } from '#shared/node/platform/html.ts'
import { toFault } from '../../api/faults.ts'
import { type County, type PageView, renderPage } from './layout.ts'
import { outcomePage, paragraph } from './outcome.ts'
import { createPageTexts, type PageTexts } from './page-texts.ts'
import { linkButton } from './parts.ts'

export type PageSender = {
  send(
    reply: FastifyReply,
    view: PageView,
    surroundings: { texts: PageTexts; county: County; reader?: LoggedInUser | null },
  ): Promise<FastifyReply>
  /** Shows an error that no page answers itself. */
  sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply>
}

const compress = promisify(gzip)

/**
 * Sends pages with the style in them, which their own security policy allows, and never from a cache.
 * @param css the style of all pages (page-style.ts)
 */
export function createPageSender(deps: Pick<ServerDeps, 'settings' | 'countyTexts' | 'log'>, css: string): PageSender {
  const ownStyle = `style-src 'self' 'sha256-${createHash('sha256').update(css).digest('base64')}'`

  const send: PageSender['send'] = async (reply, view, { texts, county, reader = null }) => {
    const { combinedVersion: version } = readProductVersions()
    const page = renderPage(view, { texts, county, reader, css, version, year: new Date().getFullYear() })
    const policy = String(reply.raw.getHeader('content-security-policy')).replace("style-src 'self'", ownStyle)
    reply.raw.setHeader('content-security-policy', policy)
    reply.header('cache-control', 'no-store').header('vary', 'accept-encoding').type('text/html; charset=utf-8')
    const accepted = String(reply.request.headers['accept-encoding'] ?? '')
    if (!/\bgzip\b/.test(accepted)) return reply.send(page)
    return reply.header('content-encoding', 'gzip').send(await compress(page))
  }

  const sendFailure: PageSender['sendFailure'] = async (request, reply, error) => {
    const own = error instanceof TRPCError && error.cause ? error.cause : error
    const { status, message, retryAfter } = toFault(own)
    if ((status === 500 || asUnavailable(own)) && !(error instanceof TRPCError))
      deps.log.error('request.failed', error, { route: request.routeOptions.url })
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    const texts = createPageTexts(deps.countyTexts)
    const surroundings = { texts, county: await readCounty(deps) }
    const failure = outcomePage(surroundings, {
      done: false,
      title: texts.plain('notice.failed'),
      body: paragraph(html`${message}`),
      footer: linkButton(request.url, texts.t('list.tryAgain')),
    })
    return send(reply.code(status), failure, surroundings)
  }

  return { send, sendFailure }
}

const unknownCounty: County = { county: '', appTitle: '', phone: '', headline: '', selfRegistration: false }

/** What pages say about the county; if the database is down, they name no county. */
export async function readCounty({ settings }: Pick<ServerDeps, 'settings'>): Promise<County> {
  try {
    const { common, userLockout, loginPageRegistration } = await settings.current()
    return {
      county: common.countyName,
      appTitle: common.appTitle,
      phone: common.contactPhone,
      headline: userLockout.lockoutInPlace ? userLockout.messageHeadline : '',
      selfRegistration: loginPageRegistration.selfRegistration,
    }
  } catch {
    return unknownCounty
  }
}
