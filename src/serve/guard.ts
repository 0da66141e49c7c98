import type { IncomingHttpHeaders } from 'node:http'
import type { Log } from '../core/platform/log/log.ts'
import { OneTimeKeys, digest, randomSecret } from './one-time-keys.ts'

/** Delay (ms) of the response to a wrong key. */
const wrongKeyDelayMs = 1_000
/** Interval (ms) in which rejected keys are logged once, with their count. */
const logIntervalMs = 60_000

export type Sleep = (milliseconds: number) => Promise<void>

/**
 * Decides which requests the browser host accepts.
 *
 * A request must name this host and port (which stops DNS rebinding), must originate from our page if the browser
 * reports an origin, and must send a tab's secret in a header. A tab gets its secret in exchange for a one-time
 * key. Keys are passed in the URL fragment, which browsers never send. Cookies aren't used, because browsers would
 * also send them to servers on other ports of this computer.
 */
export class Guard {
  readonly keys = new OneTimeKeys()
  /** Digests of the secrets of all tabs. */
  readonly #tabs = new Set<string>()
  readonly port: number
  readonly #refusedKeys: ReturnType<typeof createThrottledCounter>
  readonly #sleep: Sleep

  constructor(port: number, log: Pick<Log, 'warn'>, sleep: Sleep) {
    this.port = port
    this.#sleep = sleep
    // Guessing keys must not fill up the log.
    this.#refusedKeys = createThrottledCounter((count) =>
      log.warn('Rejected a wrong, used, or expired key.', { count }),
    )
  }

  /** Whether a request names this host. Stops DNS rebinding. */
  isForThisHost({ host = '' }: IncomingHttpHeaders): boolean {
    const ports = this.port === 80 ? ['', ':80'] : [`:${this.port}`]
    // guard: host-name
    return ['127.0.0.1', 'localhost'].some((name) => ports.some((port) => host === name + port))
  }

  /** Whether a request names this computer with another port, as a tunnel that changes the port does. */
  isForOtherPort(headers: IncomingHttpHeaders): boolean {
    return (
      !this.isForThisHost(headers) && /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')
    )
  }

  /** Whether a request is from our page, if the browser reports its origin. */
  isFromOwnPage(headers: IncomingHttpHeaders): boolean {
    const { origin } = headers
    // guard: own-origin
    if (origin !== undefined && origin !== `http://${headers.host}`) return false
    const site = headers['sec-fetch-site']
    // guard: own-site
    return site === undefined || site === 'same-origin'
  }

  /** Exchanges a key for the secret of a new tab. Returns undefined after a delay if the key is invalid. */
  async exchangeKey(key: unknown): Promise<string | undefined> {
    if (typeof key === 'string' && this.keys.use(key)) {
      const secret = randomSecret()
      this.#tabs.add(digest(secret))
      return secret
    }
    this.#refusedKeys.add()
    // guard: wrong-key-late
    await this.#sleep(wrongKeyDelayMs)
    return undefined
  }

  /** Whether a request has a tab's secret. */
  isSignedIn(headers: IncomingHttpHeaders): boolean {
    // guard: secret-header
    const [, secret] = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '') ?? []
    // guard: tab-secret
    return secret !== undefined && this.#tabs.has(digest(secret))
  }

  /** Revokes all keys. */
  close(): void {
    this.keys.revokeAll()
    this.#refusedKeys.close()
  }
}

/** Counts frequent events. Reports the first one immediately, then the total of each interval. */
function createThrottledCounter(report: (count: number) => void) {
  let count = 0
  let timer: NodeJS.Timeout | undefined
  function flush() {
    timer = undefined
    if (count === 0) return
    report(count)
    count = 0
    timer = setTimeout(flush, logIntervalMs).unref()
  }
  return {
    add() {
      count += 1
      if (!timer) flush()
    },
    close: () => clearTimeout(timer),
  }
}
