import type { Account, KnownTokenUses } from '../../../shared/operations/accounts.ts'
import { applications } from '../../../shared/gitlab/applications.ts'
import { auditWrite } from '../../audit-log/audit-write.ts'
import { assertFutureTokenExpiry } from '../../accounts/token-expiry.ts'
import { leftoverTokensFailure } from '../../accounts/sign-in-failure.ts'
import { currentLanguage } from '../../platform/messages.ts'
import { normalizeBaseUrl, tokenPage } from '../../platform/network/base-url.ts'
import { createKeychainProbe } from '../../platform/keychain/probe-keychain.ts'
import { sleep as systemSleep } from '../../platform/time/scheduler.ts'
import { companyInstance } from '../../policy/company-instances.ts'
import { featureRefusal } from '../../policy/disabled-features.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { BrowserSignIns } from './browser-sign-in/browser-sign-in.ts'
import { Applications, ClientIds } from './browser-sign-in/client-ids.ts'
import {
  instanceApplications,
  newApplication,
  offersOwnApplications,
  ownApplication,
  scopesForSession,
} from './browser-sign-in/own-application.ts'
import { parseSignInLink } from '../../accounts/sign-in-link.ts'
import { TokenFinder } from './found-tokens/found-tokens.ts'
import { TokenUses, type TokenUsesOptions } from './found-tokens/token-uses.ts'
import { type SignOutOptions, type SignedOut, createSignOut } from './sign-out.ts'

interface Dependencies {
  /** All features that may store account data. */
  features(): readonly Pick<Feature<never>, 'forgetAccount'>[]
  recordCredential: TokenUsesOptions['recordCredential']
  jobs: { leave(account: string, options: { isLogKept: boolean }): Promise<void> }
}

export interface AccountsFeature extends Feature<'accounts' | 'browserSessions' | 'foundTokens'> {
  tokenUses: TokenUses
  /** Signs out of an account and deletes its data. */
  signOut(account: string, options?: SignOutOptions): Promise<SignedOut>
}

/** Signs users in and out, and lists their accounts. */
export function accountsFeature(context: Context, needs: Dependencies): AccountsFeature {
  const { accounts, computers, connectivity, events, refresh } = context
  const signOut = createSignOut({ ...context, ...needs })
  const { dataFolder, home, environment = process.env } = context.ports
  const replaceToken = (input: Parameters<typeof accounts.replaceToken>[0]) =>
    connectivity.observe(input.id, () => accounts.replaceToken(input))
  const mayReadComputer = () => !featureRefusal(context.policy, 'this-computer')
  const computer = {
    home,
    environment: { ...environment, HOME: home },
    platform: process.platform,
  }
  const foundTokens = new TokenFinder({
    accounts: {
      add: (input) => accounts.add(input),
      isFromGit: (id) => accounts.isFromGit(id),
      withoutToken: () => accounts.withoutToken(),
      replaceToken,
    },
    dataFolder,
    ...computer,
  })
  const tokenUses = new TokenUses({
    accounts,
    dataFolder,
    mayRead: mayReadComputer,
    recordCredential: needs.recordCredential,
    computerOf: (id) =>
      accounts.account(id).demo ? { ...computer, ...computers.of(id) } : computer,
  })
  // The keychain state includes translated text, so a new language requires another check.
  let language = currentLanguage()
  events.on('settings', () => {
    if (language === currentLanguage()) return
    language = currentLanguage()
    void accounts.checkKeychain()
  })
  // Names and permissions may have changed since the last run, so the first call reads them again.
  let isRefreshed = false
  const refreshOnce = () => {
    if (isRefreshed) return
    isRefreshed = true
    for (const id of accounts.ids()) void refresh(id).catch(() => undefined)
  }
  const usesOf = async (id: string, token: string): Promise<KnownTokenUses> => ({
    places: [
      ...(mayReadComputer() ? await foundTokens.placesOf(token) : []),
      ...(accounts.isFromGit(id) ? [{ source: 'git' as const }] : []),
    ],
    accounts: await accounts.othersWithToken(id, token),
  })
  const rotate = createRotation(context)
  const companyClientId = (baseUrl: string) =>
    companyInstance(context.policy, baseUrl)?.oauthClientId
  const clientIds = new ClientIds(
    context.document('applications.json', Applications),
    companyClientId,
  )
  const { openBrowser, sleep = systemSleep } = context.ports
  const signIns = new BrowserSignIns({ ...context, clientIds, sleep, openBrowser })
  return {
    signOut,
    tokenUses,
    handlers: {
      accounts: {
        list: () => {
          refreshOnce()
          return accounts.snapshot()
        },
        probeKeychain: createKeychainProbe(context.ports.keychain),
        inspect: ({ baseUrl: typed, admin }) => {
          const link = parseSignInLink(typed)
          const address = link?.instance ?? typed
          // A known account's URL may look like a page's URL.
          const isKnown = accounts.ids().some((id) => accounts.instanceOf(id) === address)
          const { needsHttpConsent, ...normal } = normalizeBaseUrl(address)
          const baseUrl = isKnown ? address : normal.baseUrl
          return {
            baseUrl,
            needsHttpConsent,
            tokenPage: tokenPage(baseUrl, admin),
            clientId: companyClientId(baseUrl) ?? link?.clientId ?? clientIds.of(baseUrl),
            isLink: link !== undefined,
          }
        },
        add: (input) => accounts.add(input),
        replaceToken,
        async rotateToken(rotation) {
          let oldTokenUses: KnownTokenUses | undefined
          const rotated = await rotate(rotation, async (old) => {
            oldTokenUses = await usesOf(rotation.id, old).catch(() => undefined)
          })
          return { ...rotated, ...(oldTokenUses && { oldTokenUses }) }
        },
        saveRotatedToken: ({ id }) => accounts.saveRotatedToken(id),
        update: (input) => accounts.update(input),
        reorder: ({ ids }) => accounts.reorder(ids),
        async refresh({ id }) {
          await accounts.retryLostToken(id)
          return refresh(id)
        },
        tokenUses: ({ id }) => accounts.withTarget(id, ({ token = '' }) => usesOf(id, token)),
        async signOut({ id, ...options }) {
          const signedOut = await signOut(id, options)
          const failure = leftoverTokensFailure([signedOut])
          if (failure) context.unsaved(failure)
          return signedOut.snapshot
        },
      },
      browserSessions: {
        start: (input) => signIns.start(input),
        wait: ({ id }) => signIns.wait(id),
        accept: ({ id, ...options }) => signIns.accept(id, options),
        async cancel({ id }) {
          await signIns.cancel(id)
          return {}
        },
        async offersOwn(_, gitlab) {
          const { accessToken, baseUrl, granularScopes, canWrite } = accounts.account(
            gitlab.account,
          )
          const hasToken = accessToken !== undefined && !granularScopes && canWrite !== false
          const mayOffer = hasToken && companyClientId(baseUrl) === undefined
          return { isOffered: mayOffer && (await offersOwnApplications(gitlab)) }
        },
        async startOwn({ way }, gitlab) {
          const { scopes, omitted } = await scopesForSession(gitlab)
          const clientId = await ownApplication(gitlab, scopes)
          const { account } = gitlab
          const { baseUrl } = accounts.account(account)
          const application = { baseUrl, clientId }
          const started = await signIns.begin({ application, scopes, account }, way)
          return { ...started, omitted }
        },
        applications: async ({ scopes }, gitlab) => ({
          clientIds: await instanceApplications(gitlab, ['api', ...scopes]),
        }),
        async register({ scopes }, gitlab) {
          const input = newApplication(['api', ...scopes])
          const write = { name: 'applications.create', endpoint: applications.create, input }
          const created = await auditWrite({ gitlab, audit: context.audit }, write, () =>
            gitlab.call(applications.create, input),
          )
          clientIds.remember(accounts.account(gitlab.account).baseUrl, created.application_id)
          return { clientId: created.application_id }
        },
      },
      foundTokens: {
        list: ({ baseUrl }) => foundTokens.list(baseUrl),
        use: ({ id, ...signIn }) => foundTokens.use(id, signIn),
        missing: () => foundTokens.missing(),
        restore: () => foundTokens.restore(),
      },
    },
    forgetAccount: (account) => tokenUses.forget(account),
    close: () => signIns.close(),
  }
}

interface Rotation {
  id: string
  /** `YYYY-MM-DD` */
  expires_at?: string
}

type BeforeRotation = (old: string) => Promise<void>

/** Rotates an account's token. An administrator's rotation is recorded in the audit log without any secrets. */
function createRotation({ accounts, audit, clock, refresh }: Context) {
  async function rotate({ id, expires_at }: Rotation, before: BeforeRotation): Promise<Account> {
    assertFutureTokenExpiry(expires_at, clock.now())
    const { isAdmin, user: target } = accounts.account(id)
    const send = () => accounts.rotateToken(id, expires_at, before)
    if (!isAdmin) return send()
    const changes = expires_at ? [{ field: 'expires_at', after: expires_at }] : []
    const fields = changes.map(({ field }) => field)
    return audit.run(id, { action: 'accounts.rotateToken', target, fields, changes }, send)
  }

  return async (rotation: Rotation, before: BeforeRotation): Promise<Account> => {
    // If the rotation's outcome is unknown, checks it now, and again once the instance is reachable.
    const findOut = () => void refresh(rotation.id).catch(() => undefined)
    try {
      const account = await rotate(rotation, before)
      if (account.rotation === 'unconfirmed') findOut()
      return account
    } catch (error) {
      findOut()
      throw error
    }
  }
}
