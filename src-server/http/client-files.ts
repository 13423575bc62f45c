import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { translatable } from '#shared/node/domain/translations/county-texts.ts'
import { markBuildInUse } from '#shared/node/platform/client-folder.ts'
import type { ServerDeps } from '../platform/deps.ts'
import { sendFault } from './api/envelope.ts'

/** The paths of the pages and of REST. */
const product = { routerBasePath: '/', serverAddress: '/api' }

// First path segments that are never pages of the client.
const notPages = new Set(['api', 'trpc', 'ingest', 'webhooks', 'config', 'assets'])

/** Names that begin with a dot, such as /.well-known/change-password or /.git/config, are never pages either. */
const isHidden = (part: string) => /^(\.|%2e)/i.test(part)

// Tokens of signed links contain dots too, but do not end like a file name.
const fileName = /\.[a-z0-9]{1,8}$/i

/** Whether a request is for a page of the client: neither a file nor a call. */
export function isClientPage(method: string, url: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const parts = url.split(/[?#]/, 1)[0]?.split('/').slice(1) ?? []
  return !notPages.has(parts[0] ?? '') && !parts.some(isHidden) && !fileName.test(parts.at(-1) ?? '')
}

/** The login page's first picture, the largest item on a phone: preloaded with the page, not by its script. */
const firstPicture = '</slides/1.svg>; rel=preload; as=image'
/** The first call of a reader's pages (src-client/lib/session/current-user.ts), as the client writes it. */
const firstCall = '</trpc/currentUser.loginStatus?batch=1&input=%7B%7D>; rel=preload; as=fetch; crossorigin'

type Preloads = { address: RegExp; forReaders?: true; chunks?: 'home' | 'alert' | 'register'; besides?: string }

/** What pages need in addition to what their HTML names, by address; the first match counts. */
const preloads: readonly Preloads[] = [
  { address: /^\/(?:login\/?)?(?:[?#]|$)/i, besides: firstPicture },
  { address: /^\/register\/?(?:[?#]|$)/i, chunks: 'register' },
  { address: /^\/home\/?\?(?:.*&)?alert=/i, forReaders: true, chunks: 'alert', besides: firstCall },
  { address: /^\/home\/?(?:[?#]|$)/i, forReaders: true, chunks: 'home', besides: firstCall },
]

/**
 * What a page needs in addition to what its HTML names: loaded together, not a round trip later.
 * @param folder of the built client, which lists the chunks of pages
 * @returns by address and whether its reader seems to be logged in, the value of the Link header
 */
function readPreloads(folder: string): (url: string, hasSession: boolean) => string | undefined {
  const file = path.join(folder, 'page-chunks.json')
  const chunks = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>) : {}
  // After the style and the scripts of the start, which run while the chunks load.
  const rows = preloads.map(({ address, forReaders, chunks: page, besides }) => {
    const files = (page && chunks[page]) ?? []
    const links = [
      ...files.map((name) => `</${name}>; rel=modulepreload; fetchpriority=low`),
      ...(besides ? [besides] : []),
    ]
    return { address, forReaders, link: links.join(', ') }
  })
  return (url, hasSession) =>
    rows.find(({ address, forReaders }) => address.test(url) && (hasSession || !forReaders))?.link || undefined
}

/** Serves the built client, product.json, and the answer for all other paths. */
export async function clientFiles(
  app: FastifyInstance,
  deps: Pick<ServerDeps, 'settings' | 'log' | 'countyTexts' | 'sessions'>,
  folder: string | undefined,
): Promise<void> {
  app.get('/config/landnotificationui/product.json', (_req, reply) =>
    reply.header('cache-control', 'no-cache').send(product),
  )
  // A language that the county has not translated returns no texts rather than an error.
  app.get<{ Params: { file: string } }>('/config/translations/:file', (req, reply) => {
    const tag = translatable.find((language) => req.params.file === `${language}.json`)
    if (!tag) throw new AppError('missing', messages.notFound)
    return reply.header('cache-control', 'no-cache').send(deps.countyTexts.get(tag) ?? {})
  })
  const built = folder !== undefined && existsSync(path.join(folder, 'index.html'))
  if (!built) deps.log.warn('client.not_built')
  else {
    const release = markBuildInUse(folder)
    app.addHook('onClose', async () => release())
    const findPreloads = readPreloads(folder)
    app.addHook('onRequest', (req, reply, done) => {
      const link = findPreloads(req.url, req.cookies[deps.sessions.cookieName] !== undefined)
      if (link !== undefined) reply.header('link', link)
      done()
    })
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        // Files with hashed names never change; browsers revalidate all others.
        const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((req: FastifyRequest, reply: FastifyReply) =>
    built && isClientPage(req.method, req.url)
      ? reply.sendFile('index.html')
      : sendFault(deps, reply, new AppError('missing', messages.notFound)),
  )
}
