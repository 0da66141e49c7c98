import { createHash } from 'node:crypto'
import { type Session, app, session } from 'electron'
import { prepareRequest, sendRequest } from './net-request.ts'
import { WriteSession } from './write-session.ts'

type Fetch = typeof globalThis.fetch

/** Decides which server certificates are accepted. */
export interface Trust {
  /** Called for each session before its first request. */
  apply(session: Session): void
  /** Calls the listener when verdicts for existing sessions may change. */
  onChange(listener: () => void): void
}

/**
 * Disables QUIC, because it has its own retry rules, and what would contact servers that the user didn't choose: the
 * download of spelling dictionaries from Google, and DNS over HTTPS. Must run before the app is ready.
 */
export function setupNetwork(): void {
  // guard: no-quic
  app.commandLine.appendSwitch('disable-quic')
  app.on('session-created', (created) => {
    // Every session starts a spelling service, whatever the page's preferences. macOS has its own.
    // guard: no-dictionaries
    if (process.platform !== 'darwin') created.setSpellCheckerLanguages([])
  })
  // guard: system-dns
  app.once('ready', () => app.configureHostResolver({ secureDnsMode: 'off' }))
}

/**
 * Fetch through Chromium's network stack, with the system's proxy, certificates, and client certificates. Reads may use
 * any connection. Writes are sent once, see `WriteSession`.
 */
export function chromiumFetch(trust: Trust): Fetch {
  const sessionFor = createSessions(trust)
  const writers = new Map<string, WriteSession>()

  function writeSessionFor(url: string, headers: Headers): WriteSession {
    const account = accountKey(url, headers)
    const existing = writers.get(account)
    if (existing) return existing
    const name = `writes-${writers.size}`
    const writer = new WriteSession(() => sessionFor(name))
    writers.set(account, writer)
    return writer
  }

  return async (...request) => {
    const prepared = await prepareRequest(...request)
    // guard: writes-apart
    if (!isRead(prepared.method))
      return writeSessionFor(prepared.url, prepared.headers).send(prepared)
    return sendRequest(sessionFor('reads'), prepared).response
  }
}

/**
 * In-memory sessions, one per purpose. Chromium caches certificate verdicts for half an hour and can't clear them per
 * session, so a change starts new sessions. Requests in progress finish in the old ones.
 */
function createSessions(trust: Trust): (use: string) => Session {
  let changes = 0
  const configured = new Set<string>()
  trust.onChange(() => (changes += 1))
  return (use) => {
    const name = `${use}-${changes}`
    const current = session.fromPartition(name, { cache: false })
    if (!configured.has(name)) trust.apply(current)
    configured.add(name)
    return current
  }
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Identifies an account by instance and token without keeping the token in memory. */
function accountKey(url: string, headers: Headers): string {
  // The token of a session changes every few minutes or hours.
  const token = headers.get('private-token') ?? (headers.has('authorization') ? 'session' : '')
  return createHash('sha256')
    .update(`${new URL(url).origin} ${token}`)
    .digest('base64')
}
