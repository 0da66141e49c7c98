import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Decides who may speak to the browser host.
 *
 * A request must name this very host and port (a name that an attacker points at 127.0.0.1 is refused), must come from
 * our own page where the browser says where it comes from, and must bring the cookie that only the key opens. The key is
 * made anew at each start and handed over in the fragment of the URL, which no browser sends anywhere.
 */
export class Guard {
  readonly key = randomBytes(32).toString('base64url')
  readonly #session = randomBytes(32).toString('base64url')
  readonly #keysForOnce = new Set<string>()
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  /** Whether a request names this host, and not one that somebody points at it. */
  isForUs({ host = '' }: IncomingHttpHeaders): boolean {
    const ports = this.#port === 80 ? ['', ':80'] : [`:${this.#port}`]
    return ['127.0.0.1', 'localhost'].some((name) => ports.some((port) => host === name + port))
  }

  /** Whether a request comes from our own page, as far as the browser tells. */
  isFromOwnPage(headers: IncomingHttpHeaders): boolean {
    const { origin } = headers
    if (origin !== undefined && origin !== `http://${headers.host}`) return false
    const site = headers['sec-fetch-site']
    return site === undefined || site === 'same-origin'
  }

  /** A key that opens once. Command lines of other programs can be read by everybody on this machine. */
  keyForOnce(): string {
    const key = randomBytes(32).toString('base64url')
    this.#keysForOnce.add(key)
    return key
  }

  /** The cookie for who knows a key; undefined for who does not. */
  open(key: unknown): string | undefined {
    if (typeof key !== 'string') return undefined
    if (!same(key, this.key) && !this.#keysForOnce.delete(key)) return undefined
    return `${this.#cookieName()}=${this.#session}; Path=/; HttpOnly; SameSite=Strict`
  }

  isSignedIn({ cookie = '' }: IncomingHttpHeaders): boolean {
    return cookie.split(/;\s*/).some((pair) => same(pair, `${this.#cookieName()}=${this.#session}`))
  }

  // Cookies know no ports, so two hosts on one machine must not share a name.
  #cookieName(): string {
    return `latchkey-${this.#port}`
  }
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
