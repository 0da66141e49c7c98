import { escapeHtml } from '../../../platform/page/escape-html.ts'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFailureError } from '../../../platform/failures.ts'
import { FailureError } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { after } from '../../../platform/time/scheduler.ts'
import type { OAuthRefusal } from '../../../gitlab/oauth.ts'

/** What GitLab's page returns through the browser. */
export type CodeAnswer = { code: string } | OAuthRefusal

export interface CodeListener {
  /** Where the browser has to start. Works once: it appears on the browser's command line, which others may read. */
  startUrl: string
  redirectUri: string
  /** Rejects if somebody else has used the start address. Never settles after `close`. */
  answer: Promise<CodeAnswer>
  close(): void
}

interface ListenerOptions {
  /** Proves that an answer belongs to this sign-in. */
  state: string
  /** The instance's page, which returns to the redirect URI. */
  authorizePage(redirectUri: string): string
}

/** How long (ms) the last page may take to load. */
const lastPageMs = 5_000

/**
 * Waits for GitLab's answer at a free port of 127.0.0.1, the only host whose port GitLab ignores. It answers nothing but
 * the browser's own navigation with the right state, once. The answer moves to another address, so the code doesn't stay
 * in the browser's history.
 */
export async function listenForCode({
  state,
  authorizePage,
}: ListenerOptions): Promise<CodeListener> {
  const startPath = `/start/${randomBytes(32).toString('base64url')}`
  const { promise: answer, resolve, reject } = Promise.withResolvers<CodeAnswer>()
  // Nobody may be waiting for it yet.
  answer.catch(() => undefined)
  let progress: 'waiting' | 'started' | 'answered' | 'refused' | 'over' = 'waiting'

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(request.url ?? '', redirectUri)
    const isNavigation = isOwnNavigation(request, new URL(redirectUri).host)
    // guard: listener-navigation
    if (!url || !isNavigation) return sendPage(response, 403, 'signIn.pageUnexpected')
    if (url.pathname === startPath) return start(response)
    if (url.pathname === '/done' && progress === 'answered') return end(response, 'signIn.pageDone')
    if (url.pathname === '/done' && progress === 'refused')
      return end(response, 'signIn.pageRefused')
    // guard: listener-state
    const isAnswer = url.pathname === '/' && isSame(url.searchParams.get('state'), state)
    // guard: listener-once
    if (isAnswer && progress === 'started') return take(url.searchParams, response)
    sendPage(response, 404, 'signIn.pageUnexpected')
  }

  function start(response: ServerResponse): void {
    // guard: start-once
    if (progress !== 'waiting') {
      progress = 'over'
      reject(createFailureError('signIn.startedTwice'))
      return sendPage(response, 410, 'signIn.pageUnexpected')
    }
    progress = 'started'
    redirect(response, authorizePage(redirectUri))
  }

  function take(values: URLSearchParams, response: ServerResponse): void {
    const code = values.get('code')
    progress = code ? 'answered' : 'refused'
    resolve(code ? { code } : { error: values.get('error') ?? 'server_error' })
    redirect(response, '/done')
  }

  function end(response: ServerResponse, text: PageText): void {
    sendPage(response, 200, text)
    progress = 'over'
    server.close()
  }

  const server = createServer({ keepAliveTimeout: 1 }, handle)
  server.requestTimeout = lastPageMs
  const redirectUri = await listen(server)
  return {
    startUrl: redirectUri.slice(0, -1) + startPath,
    redirectUri,
    answer,
    close() {
      const stop = () => {
        server.close()
        server.closeAllConnections()
      }
      // The browser may still load the last page.
      if (progress === 'answered' || progress === 'refused') after(lastPageMs, stop)
      else stop()
    },
  }
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', resolve)
  try {
    await promise
  } catch (error) {
    throw new FailureError(createFailureError('signIn.portBlocked').failure, { cause: error })
  }
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/**
 * Whether the browser opens the address in a tab of its own, unlike a page that loads it as an image or in a frame, a
 * page that found another name for this computer, or a preview.
 */
function isOwnNavigation({ method, headers }: IncomingMessage, host: string): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': to = 'document' } = headers
  const isPreview = headers['sec-purpose'] !== undefined || headers['purpose'] !== undefined
  return (
    method === 'GET' &&
    headers.host === host &&
    mode === 'navigate' &&
    to === 'document' &&
    !isPreview
  )
}

function isSame(given: string | null, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== null && timingSafeEqual(digest(given), digest(expected))
}

const privacy = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...privacy, location }).end()
}

type PageText = 'signIn.pageDone' | 'signIn.pageRefused' | 'signIn.pageUnexpected'

const style = 'body{font:16px system-ui,sans-serif;max-width:32em;margin:20vh auto;padding:0 24px}'
const styleHash = createHash('sha256').update(style).digest('base64')

/** A page that loads nothing. */
function sendPage(response: ServerResponse, status: number, text: PageText): void {
  const html = `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Latchkey</title><style>${style}</style></head><body><h1>Latchkey</h1><p>${escapeHtml(t(text))}</p></body></html>`
  response
    .writeHead(status, {
      ...privacy,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'`,
    })
    .end(html)
}
