import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Account } from '../../../../shared/operations/accounts.ts'
import type {
  BrowserSignInInput,
  StartedSignIn,
} from '../../../../shared/operations/browser-sessions.ts'
import { user } from '../../../../shared/gitlab/current-user.ts'
import type { CurrentUser } from '../../../../shared/gitlab/user-fields.ts'
import { createFailureError } from '../../../platform/failures.ts'
import type { SystemClock } from '../../../platform/time/clock.ts'
import { findInstance } from '../../../accounts/find-instance.ts'
import type { Accounts } from '../../../accounts/accounts.ts'
import { type Session, sessionSecret } from '../../../gitlab/credential.ts'
import { refusedApplicationError } from '../../../accounts/rotation-failure.ts'
import type { ApiClient } from '../../../gitlab/api-client.ts'
import {
  type OAuth,
  type OAuthClient,
  type OAuthRefusal,
  isRefusal,
  mayBeUsedUp,
} from '../../../gitlab/oauth.ts'
import type { ManagedPolicy } from '../../../platform/policy/policy.ts'
import { assertSignInAllowed, companyInstance } from '../../../policy/company-instances.ts'
import { instanceHost } from '../../../gitlab/text.ts'
import type { ClientIds } from './client-ids.ts'
import { type CodeListener, listenForCode } from './code-listener.ts'

interface BrowserSignInOptions {
  accounts: Pick<Accounts, 'account' | 'add' | 'ids' | 'replaceToken'>
  client: ApiClient
  oauth: OAuth
  clientIds: ClientIds
  policy: ManagedPolicy
  clock: Pick<SystemClock, 'after' | 'now'>
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Opens an address in the system's browser; if absent, the page does. */
  openBrowser?: ((url: string) => Promise<void>) | undefined
}

/** One sign-in, from the start to the user's confirmation. */
interface SignIn {
  id: string
  application: OAuthClient
  scopes: readonly string[]
  /** The signed-in account that gets a new session. */
  account: string | undefined
  abort: AbortController
  session: Promise<Session>
  /** The user whom `wait` returned. */
  shown?: Pick<CurrentUser, 'id' | 'username'>
}

/** How long (ms) a sign-in waits for the browser. */
const maxWaitMs = 5 * 60_000
/** GitLab refuses polls less than five seconds apart by its own clock. */
const pollMs = 6_000
const slowDownMs = 5_000

/** Signs users in with the browser. A new sign-in cancels the one before. */
export class BrowserSignIns {
  readonly #options: BrowserSignInOptions
  #current: SignIn | undefined

  constructor(options: BrowserSignInOptions) {
    this.#options = options
  }

  async start({ account, admin, clientId, way, ...instance }: BrowserSignInInput) {
    const { accounts, client, policy } = this.#options
    const existing = account === undefined ? undefined : accounts.account(account)
    // guard: account-instance
    const baseUrl = existing?.baseUrl ?? (await findInstance(client, { ...instance, policy }))
    const scopes = admin ? ['api', 'admin_mode'] : ['api']
    return this.begin({ application: { baseUrl, clientId }, scopes, account }, way)
  }

  /** Starts a sign-in, and cancels the one before. */
  async begin(
    target: Pick<SignIn, 'account' | 'application' | 'scopes'>,
    way: BrowserSignInInput['way'],
  ): Promise<StartedSignIn> {
    const { policy } = this.#options
    assertSignInAllowed(policy)
    await this.#cancelCurrent()
    const { baseUrl, clientId } = target.application
    const { oauthClientId = clientId, scopes = target.scopes } =
      companyInstance(policy, baseUrl) ?? {}
    const application = { baseUrl, clientId: oauthClientId }
    const { account } = target
    const signIn = { account, application, scopes, id: randomUUID(), abort: new AbortController() }
    const expiresAt = this.#options.clock.now() + maxWaitMs
    const { session, ...started } = await (way === 'browser'
      ? this.#openBrowser(signIn)
      : this.#requestCode(signIn))
    session.catch(() => undefined)
    this.#current = { ...signIn, session }
    return { id: signIn.id, expiresAt, baseUrl, ...started }
  }

  /** Resolves with whose session it is once the user has agreed in the browser. Nothing is stored yet. */
  async wait(id: string) {
    const signIn = this.#find(id)
    const { baseUrl } = signIn.application
    const { access: token } = await signIn.session
    const me = await this.#options.client.call({ baseUrl, token, isSession: true }, user.get, {})
    signIn.shown = me
    return {
      username: me.username,
      name: me.name,
      isAdmin: me.is_admin === true,
      isSignedIn: this.#isSignedIn(baseUrl, me),
    }
  }

  /** Signs in as the user whom `wait` returned. */
  async accept(
    id: string,
    options: { allowFewerScopes?: boolean; firstSteps?: true },
  ): Promise<Account> {
    const { accounts, clientIds } = this.#options
    const signIn = this.#find(id)
    const { application, account: existing, shown } = signIn
    const { baseUrl, clientId } = application
    const token = sessionSecret(await this.#freshSession(signIn))
    const account =
      existing === undefined
        ? await accounts.add({ baseUrl, token, allowHttp: true, ...options }, { shown })
        : await accounts.replaceToken({ id: existing, token, ...options })
    this.#current = undefined
    clientIds.remember(baseUrl, clientId)
    return account
  }

  /** The session, refreshed if the user took long to agree. */
  async #freshSession(signIn: SignIn): Promise<Session> {
    const { clock, oauth } = this.#options
    const { application } = signIn
    const session = await signIn.session
    if (clock.now() < (session.refreshAt ?? Infinity)) return session
    // A refresh isn't repeated, so any failure stays.
    signIn.session = this.#granted(application, () => oauth.refresh(application.baseUrl, session))
    return signIn.session
  }

  /** Cancels a sign-in. If GitLab has issued tokens already, revokes them. */
  async cancel(id: string): Promise<void> {
    if (this.#current?.id === id) await this.#cancelCurrent()
  }

  close(): void {
    this.#current?.abort.abort()
  }

  async #cancelCurrent(): Promise<void> {
    const signIn = this.#current
    this.#current = undefined
    if (!signIn) return
    signIn.abort.abort()
    const { oauth } = this.#options
    const { baseUrl } = signIn.application
    // The tokens are in memory only, so they are lost if this fails.
    await signIn.session.then((session) => oauth.revoke(baseUrl, session)).catch(() => undefined)
  }

  #find(id: string): SignIn {
    if (this.#current?.id === id) return this.#current
    throw createFailureError('signIn.overtaken')
  }

  #isSignedIn(baseUrl: string, { id }: Pick<CurrentUser, 'id'>): boolean {
    const { accounts } = this.#options
    const all = accounts.ids().map((account) => accounts.account(account))
    return all.some((account) => account.baseUrl === baseUrl && account.user.id === id)
  }

  /** Authorization code with PKCE (RFC 7636). */
  async #openBrowser({ application, scopes, abort }: Omit<SignIn, 'session'>) {
    const { baseUrl, clientId } = application
    const state = randomText()
    const verifier = randomText()
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const listener = await listenForCode({
      state,
      authorizePage: (redirectUri) =>
        `${baseUrl}/oauth/authorize?${new URLSearchParams({
          client_id: clientId,
          redirect_uri: redirectUri,
          response_type: 'code',
          state,
          scope: scopes.join(' '),
          code_challenge: challenge,
          code_challenge_method: 'S256',
        })}`,
    })
    const { openBrowser } = this.#options
    await openBrowser?.(listener.startUrl)
    return {
      ...(!openBrowser && { startUrl: listener.startUrl }),
      session: this.#receiveCode(application, { listener, verifier, scopes, abort }),
    }
  }

  async #receiveCode(
    application: OAuthClient,
    {
      listener,
      verifier,
      scopes,
      abort,
    }: { listener: CodeListener; verifier: string } & Pick<SignIn, 'abort' | 'scopes'>,
  ): Promise<Session> {
    try {
      const answer = await this.#untilExpired(listener.answer, abort.signal)
      if (isRefusal(answer)) throw refusedApplicationError(answer, instanceHost(application))
      const { redirectUri } = listener
      const exchange = { code: answer.code, redirectUri, verifier }
      return await this.#granted(application, () =>
        this.#options.oauth.exchangeCode(application, exchange, scopes),
      )
    } finally {
      listener.close()
    }
  }

  /** Device authorization (RFC 8628), for a browser anywhere. */
  async #requestCode({ application, scopes, abort }: Omit<SignIn, 'session'>) {
    const { baseUrl } = application
    const device = await this.#options.oauth.startDevice(application, scopes)
    if (!device)
      throw createFailureError('signIn.noDeviceFlow', { host: instanceHost(application) })
    if (isRefusal(device)) throw refusedApplicationError(device, instanceHost(application))
    const { deviceCode, userCode, lifetimeMs } = device
    return {
      // GitLab's own address lacks a relative URL root, and may be http behind a proxy.
      code: { userCode, page: `${baseUrl}/oauth/device?user_code=${encodeURIComponent(userCode)}` },
      session: this.#pollDevice(application, { deviceCode, lifetimeMs, scopes, abort }),
    }
  }

  async #pollDevice(
    application: OAuthClient,
    {
      deviceCode,
      lifetimeMs,
      scopes,
      abort,
    }: { deviceCode: string; lifetimeMs: number } & Pick<SignIn, 'abort' | 'scopes'>,
  ): Promise<Session> {
    const { clock, oauth, sleep } = this.#options
    // guard: device-wait
    const end = clock.now() + Math.min(lifetimeMs, maxWaitMs)
    let pauseMs = pollMs
    while (clock.now() < end) {
      await sleep(pauseMs, abort.signal)
      const answer = await this.#granted(
        application,
        () => oauth.pollDevice(application, deviceCode, scopes),
        ['authorization_pending', 'slow_down'],
      )
      if (!isRefusal(answer)) return answer
      if (answer.error === 'slow_down') pauseMs += slowDownMs
    }
    throw refusedApplicationError({ error: 'expired_token' }, instanceHost(application))
  }

  /** GitLab's tokens, or one of the expected refusals. Throws any other, and if the answer was lost. */
  #granted(application: OAuthClient, request: Request): Promise<Session>
  #granted(
    application: OAuthClient,
    request: Request,
    expected: readonly string[],
  ): Promise<Session | OAuthRefusal>
  async #granted(
    application: OAuthClient,
    request: Request,
    expected: readonly string[] = [],
  ): Promise<Session | OAuthRefusal> {
    const host = instanceHost(application)
    let answer
    try {
      answer = await request()
    } catch (error) {
      throw mayBeUsedUp(error) ? createFailureError('signIn.answerLost', { host }) : error
    }
    if (isRefusal(answer) && !expected.includes(answer.error))
      throw refusedApplicationError(answer, host)
    return answer
  }

  async #untilExpired<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
    const { promise: end, reject } = Promise.withResolvers<never>()
    const cancelTimer = this.#options.clock.after(maxWaitMs, () =>
      reject(createFailureError('signIn.notConfirmed')),
    )
    signal.addEventListener('abort', () => reject(createFailureError('signIn.overtaken')), {
      once: true,
    })
    try {
      return await Promise.race([answer, end])
    } finally {
      cancelTimer()
    }
  }
}

type Request = () => Promise<Session | OAuthRefusal>

function randomText(): string {
  return randomBytes(32).toString('base64url')
}
