import type { IncomingHttpHeaders } from 'node:http'
import type { Log } from '../core/platform/log/log.ts'
import { OneTimeKeys, digest, randomSecret } from './one-time-keys.ts'

/** Milliseconds that the answer to a wrong key takes. */
const wrongKeyDelayMs = 1_000
/** Milliseconds in which refused keys are logged once, with their number. */
const logIntervalMs = 60_000

export type Sleep = (milliseconds: number) => Promise<void>

/**
 * Decides which requests the browser host accepts.
 *
 * A request must name this very host and port (a name that an attacker points at 127.0.0.1 is refused), must come from our own page where
 * the browser says where it comes from, and must bring the secret of a tab in a header. A tab gets its secret for a key that works once.
 * Keys are handed over in the fragment of the URL, which no browser sends anywhere. There is no cookie: browsers would show it to servers
 * on other ports of this machine, too.
 */
export class Guard {
  readonly keys = new OneTimeKeys()
  /** Digests of the secrets of all tabs. */
  readonly #tabs = new Set<string>()
  readonly #port: number
  readonly #refusedKeys: ReturnType<typeof createThrottledCounter>
  readonly #sleep: Sleep

  constructor(port: number, log: Pick<Log, 'warn'>, sleep: Sleep) {
    this.#port = port
    this.#sleep = sleep
    // Guessing must not fill the log.
    this.#refusedKeys = createThrottledCounter((count) =>
      log.warn('A key that is wrong, or was used before or ran out, was refused.', { count }),
    )
  }

  /** Whether a request names this host, and not a name that an attacker points at it. */
  isForThisHost({ host = '' }: IncomingHttpHeaders): boolean {
    const ports = this.#port === 80 ? ['', ':80'] : [`:${this.#port}`]
    // guard: host-name
    return ['127.0.0.1', 'localhost'].some((name) => ports.some((port) => host === name + port))
  }

  /** Whether a request comes from our own page, as far as the browser tells. */
  isFromOwnPage(headers: IncomingHttpHeaders): boolean {
    const { origin } = headers
    // guard: own-origin
    if (origin !== undefined && origin !== `http://${headers.host}`) return false
    const site = headers['sec-fetch-site']
    // guard: own-site
    return site === undefined || site === 'same-origin'
  }

  /** The secret of a new tab in exchange for a key; undefined, after a delay, if the key is not accepted. */
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

  /** Whether a request brings the secret of a tab. */
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

/** Counts frequent events: reports the first at once, and those of each following interval together. */
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
