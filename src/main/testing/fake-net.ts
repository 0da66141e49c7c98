import { Readable, Writable } from 'node:stream'
import type * as Electron from 'electron'
import { type AnswerHead, FakeLoader } from './fake-loader.ts'
import { FakeSession } from './fake-session.ts'

// `net.request` with its two streams, following lib/common/api/net-client-request.ts of Electron 45: where it throws,
// the order of its events, and which events require listeners.

type Options = Electron.ClientRequestConstructorOptions

/** Headers for which only the first value counts (net-client-request.ts, modeled on Node). */
const singleValued =
  /^(content-(type|length)|user-agent|referer|host|(proxy-)?authorization|if-(un)?modified-since|from|location|max-forwards|retry-after|etag|last-modified|server|age|expires)$/

export class FakeIncomingMessage extends Readable {
  readonly #head: AnswerHead
  readonly #parts: (Buffer | null)[] = []
  #wanted = false
  #resume: (() => void) | undefined

  constructor(head: AnswerHead) {
    super()
    this.#head = head
  }

  get statusCode(): number {
    return this.#head.statusCode
  }

  get statusMessage(): string {
    return this.#head.statusMessage
  }

  get headers(): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {}
    for (const [name, values] of Object.entries(this.#head.headers)) {
      headers[name] = singleValued.test(name) ? values[0]! : values.join(', ')
    }
    const cookies = this.#head.headers['set-cookie']
    if (cookies) headers['set-cookie'] = cookies
    return headers
  }

  receive(part: Buffer | null, resume?: () => void): void {
    this.#parts.push(part)
    this.#resume = resume
    this.#pass()
  }

  override _read(): void {
    this.#wanted = true
    this.#pass()
  }

  #pass(): void {
    while (this.#wanted && this.#parts.length > 0) this.#wanted = this.push(this.#parts.shift()!)
    if (!this.#wanted) return
    const resume = this.#resume
    this.#resume = undefined
    resume?.()
  }
}

export class FakeClientRequest extends Writable {
  readonly #options: Options & { url: string }
  readonly #headers = new Map<string, [string, string]>()
  #body: Buffer | undefined
  #loader: FakeLoader | undefined
  #response: FakeIncomingMessage | undefined
  #isAborted = false
  #isFollowed: boolean | undefined

  constructor(given: Options) {
    super({ autoDestroy: true })
    this.#options = { ...given, url: given.url ?? '' }
    const { protocol } = new URL(this.#options.url)
    if (!['follow', 'error', 'manual'].includes(given.redirect ?? 'follow')) {
      throw new Error('redirect mode should be one of follow, error or manual')
    }
    for (const [name, value] of Object.entries(given.headers ?? {})) {
      this.setHeader(name, String(value))
    }
    if (given.session && !((given.session as unknown) instanceof FakeSession)) {
      throw new TypeError('`session` should be an instance of the Session class')
    }
    if (!/^https?:$/.test(protocol)) {
      throw new Error('ClientRequest only supports http: and https: protocols')
    }
  }

  setHeader(name: string, value: string): void {
    if (this.#loader || this.#body) throw new Error("Can't set headers after they are sent")
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) throw new Error(`Invalid header name: '${name}'`)
    if (/[\0\r\n]/.test(value)) throw new Error(`Invalid value for header '${name}': '${value}'`)
    this.#headers.set(name.toLowerCase(), [name, value])
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#body = Buffer.concat([this.#body ?? Buffer.alloc(0), chunk])
    done()
  }

  override _final(done: () => void): void {
    if (!this.#body) {
      this.#start()
      return done()
    }
    // With a body, the request starts in an event handler, where errors are uncaught.
    process.nextTick(() => {
      this.#start()
      done()
    })
  }

  #start(): void {
    const { session, method = 'GET', url, credentials, cache } = this.#options
    // Throws on invalid options.
    const loader = new FakeLoader((session as unknown as FakeSession).network, {
      ...{ method: method.toUpperCase(), url, credentials, cache, body: this.#body },
      headers: Object.fromEntries(this.#headers.values()),
    })
    this.#loader = loader
    loader.on('response-started', (_, head: AnswerHead) => {
      this.#response = new FakeIncomingMessage(head)
      this.emit('response', this.#response)
    })
    loader.on('data', (part: Buffer, resume: () => void) => this.#response!.receive(part, resume))
    loader.on('complete', () => this.#response?.receive(null))
    loader.on('error', (message: string) => {
      const error = new Error(message)
      this.#response?.destroy(error)
      this.#die(error)
    })
    loader.on('login', (info: Electron.AuthInfo, answer: () => void) => {
      if (!this.emit('login', info, answer)) answer()
    })
    loader.on('redirect', (info: Redirect, headers: object) => this.#redirected(info, headers))
  }

  #redirected({ statusCode, newMethod, newUrl }: Redirect, headers: object): void {
    const { redirect } = this.#options
    if (redirect !== 'manual' && redirect !== 'error') return this.#follow(newMethod, newUrl)
    if (redirect === 'error') {
      return this.#die(new Error("Attempted to redirect, but redirect policy was 'error'"))
    }
    this.#isFollowed = false
    try {
      this.emit('redirect', statusCode, newMethod, newUrl, headers)
    } finally {
      if (!this.#isFollowed && !this.#isAborted) this.#die(new Error('Redirect was cancelled'))
      this.#isFollowed = undefined
    }
  }

  /** Sends all headers again, including the one with the token. */
  #follow(method: string, url: string): void {
    Object.assign(this.#options, { method, url })
    if (method === 'GET') this.#body = undefined
    this.#start()
  }

  followRedirect(): void {
    if (this.#isFollowed === undefined) {
      throw new Error('followRedirect() called, but was not waiting for a redirect')
    }
    this.#isFollowed = true
  }

  abort(): void {
    if (!this.#isAborted) process.nextTick(() => this.emit('abort'))
    this.#isAborted = true
    this.#die()
  }

  #die(error?: Error): void {
    // A finished stream doesn't emit an error by itself.
    if (this.destroyed && error) this.emit('error', error)
    this.destroy(error)
    if (!this.#loader) return
    this.#loader.cancel()
    this.#response?.destroy(error)
  }
}

interface Redirect {
  statusCode: number
  newMethod: string
  newUrl: string
}
