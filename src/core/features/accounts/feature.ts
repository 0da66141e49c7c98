import { normalizeBaseUrl, tokenPage } from '../../network/base-url.ts'
import { createKeychainProbe } from '../../secrets/probe-keychain.ts'
import type { Context, Feature } from '../feature.ts'
import { FoundTokens } from './found-tokens/found-tokens.ts'
import { createRotation } from './rotate-token.ts'
import { type SignOutOptions, createSignOut } from './sign-out.ts'
import type { AccountsSnapshot } from '../../../shared/app/accounts.ts'

interface Needs {
  /** All features, which may remember data of accounts. */
  features(): readonly Pick<Feature<never>, 'forgetAccount'>[]
  queues: { leave(account: string, options: { isLogKept: boolean }): Promise<void> }
}

export interface AccountsFeature extends Feature<'accounts' | 'foundTokens'> {
  /** Signs out of an account and deletes its data. */
  signOut(account: string, options: SignOutOptions): Promise<AccountsSnapshot>
}

/** Signing in and out, and the list of accounts. */
export function accountsFeature(context: Context, needs: Needs): AccountsFeature {
  const { accounts, connectivity, refresh } = context
  const signOut = createSignOut({ ...context, ...needs })
  const { dataFolder, home, environment = process.env } = context.ports
  const foundTokens = new FoundTokens({
    accounts,
    dataFolder,
    home,
    environment: { ...environment, HOME: home },
    platform: process.platform,
  })
  // Names and rights may have changed since the last run, so the first call reads them again.
  let isRefreshed = false
  const refreshOnce = () => {
    if (isRefreshed) return
    isRefreshed = true
    for (const id of accounts.ids()) void refresh(id).catch(() => undefined)
  }
  return {
    signOut,
    handlers: {
      accounts: {
        list: () => {
          refreshOnce()
          return accounts.snapshot()
        },
        probeKeychain: createKeychainProbe(context.ports.keychain),
        inspect: ({ baseUrl: typed, admin }) => {
          const { baseUrl, needsHttpConsent } = normalizeBaseUrl(typed)
          return { baseUrl, needsHttpConsent, tokenPage: tokenPage(baseUrl, admin) }
        },
        add: (input) => accounts.add(input),
        replaceToken: (input) => connectivity.observe(input.id, () => accounts.replaceToken(input)),
        rotateToken: createRotation(context),
        saveRotatedToken: ({ id }) => accounts.saveRotatedToken(id),
        update: (input) => accounts.update(input),
        reorder: ({ ids }) => accounts.reorder(ids),
        async refresh({ id }) {
          await accounts.retryLostToken(id)
          return refresh(id)
        },
        signOut: ({ id, ...options }) => signOut(id, options),
      },
      foundTokens: {
        list: ({ baseUrl }) => foundTokens.list(baseUrl),
        use: ({ id, ...signIn }) => foundTokens.use(id, signIn),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
