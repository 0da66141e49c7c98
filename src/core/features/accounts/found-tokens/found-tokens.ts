import { createFailureError } from '../../../platform/failures.ts'
import { randomUUID } from 'node:crypto'
import { type Account, type TokenPlace, Token } from '../../../../shared/operations/accounts.ts'
import type {
  FoundTokens as Found,
  UnusableToken,
} from '../../../../shared/operations/found-tokens.ts'
import type { Accounts } from '../../../accounts/accounts.ts'
import { type UnformattedFailure, FailureError } from '../../../platform/failure.ts'
import { textOf } from '../../../platform/messages.ts'
import { type ReadableToken, type Surroundings, toInstance, mayBeAt } from './readable-token.ts'
import { askGit, findGit, notAToken } from './git-credential.ts'
import { findGlabTokens } from './glab-tokens.ts'

export interface FoundTokensOptions extends Surroundings {
  accounts: Pick<Accounts, 'add' | 'isFromGit' | 'replaceToken' | 'withoutToken'>
  /** One of Latchkey's own folders. */
  dataFolder: string
  /** Timeout for git's helpers, in ms. */
  gitMs?: number
}

type SignIn = Omit<Parameters<Accounts['add']>[0], 'baseUrl' | 'token'>

/**
 * Finds tokens that already exist on this computer. Each is offered under an ID that is valid until the next search,
 * and is only read once it is selected. Guarantee: a token is only ever sent to the host of its offer.
 */
export class TokenFinder {
  readonly #options: FoundTokensOptions
  #offers = new Map<string, ReadableToken>()

  constructor(options: FoundTokensOptions) {
    this.#options = options
  }

  async list(typedUrl = ''): Promise<Found> {
    const glab = await findGlabTokens(this.#options)
    const environment = findEnvironmentTokens(this.#options.environment)
    const git = this.#findGitToken(typedUrl)
    const tokens = [
      ...glab.tokens,
      ...environment.tokens,
      ...(typeof git === 'string' ? [] : [git]),
    ]
    this.#offers = new Map(tokens.map((token) => [randomUUID(), token]))
    return {
      offers: [...this.#offers].map(([id, { offer }]) => ({ id, ...offer })),
      unusable: [...glab.unusable, ...environment.unusable],
      problem: glab.problem,
      places: [...glab.places, ...environment.places],
      git: typeof git === 'string' ? git : 'offered',
    }
  }

  async use(id: string, signIn: SignIn): Promise<Account> {
    // guard: offer-id
    const chosen = this.#offers.get(id)
    if (!chosen) throw createFailureError('foundTokens.gone')
    const { success, data: token } = Token.safeParse(await chosen.read())
    if (!success) throw chosen.explain?.() ?? createFailureError('foundTokens.malformed')
    try {
      const fromGit = chosen.offer.source === 'git'
      return await this.#options.accounts.add({
        ...signIn,
        baseUrl: chosen.typedUrl,
        token,
        fromGit,
      })
    } catch (error) {
      const isRefused = error instanceof FailureError && error.failure.reason === 'token-unknown'
      throw (isRefused && chosen.explain?.()) || error
    }
  }

  /** Where this computer has the token. Doesn't query git. */
  async placesOf(token: string): Promise<TokenPlace[]> {
    const places: TokenPlace[] = []
    for (const { offer, read } of await this.#findReadable())
      if ((await read().catch(() => undefined)) === token) places.push(toPlace(offer))
    return places
  }

  /** Accounts without a token, each with the places where one was found. */
  async missing(): Promise<{ id: string; places: TokenPlace[] }[]> {
    const candidates = await this.#findForMissing()
    return candidates.map(({ id, tokens }) => ({
      id,
      places: tokens.map(({ offer }) => toPlace(offer)),
    }))
  }

  /** Gives each account the first token found that belongs to its user. */
  async restore() {
    const restored: Account[] = []
    const failed: { id: string; message: string }[] = []
    for (const { id, tokens } of await this.#findForMissing()) {
      let failure: UnformattedFailure | undefined
      for (const candidate of tokens) {
        try {
          const token = Token.parse(await candidate.read())
          const fromGit = candidate.offer.source === 'git'
          restored.push(await this.#options.accounts.replaceToken({ id, token, fromGit }))
          failure = undefined
          break
        } catch (error) {
          failure =
            error instanceof FailureError
              ? error.failure
              : (candidate.explain?.() ?? createFailureError('foundTokens.malformed')).failure
        }
      }
      if (failure) failed.push({ id, message: textOf(failure.message) })
    }
    return { restored, failed }
  }

  async #findReadable(): Promise<ReadableToken[]> {
    const glab = await findGlabTokens(this.#options)
    return [...glab.tokens, ...findEnvironmentTokens(this.#options.environment).tokens]
  }

  /** Queries git only for accounts whose token came from git. */
  async #findForMissing(): Promise<{ id: string; tokens: ReadableToken[] }[]> {
    const { accounts } = this.#options
    const readable = await this.#findReadable()
    return accounts.withoutToken().map(({ id, baseUrl, user }) => {
      const tokens = readable.filter(
        (token) =>
          mayBeAt(token, baseUrl) && [undefined, user.username].includes(token.offer.username),
      )
      const git = accounts.isFromGit(id) ? this.#findGitToken(baseUrl, user.username) : 'absent'
      return { id, tokens: typeof git === 'string' ? tokens : [...tokens, git] }
    })
  }

  /** Git's credential for a URL, or the reason why git can't be queried. */
  #findGitToken(typedUrl: string, username?: string): ReadableToken | 'absent' | 'no-url' {
    const { environment, dataFolder: folder, gitMs: timeMs = 20_000 } = this.#options
    if (!findGit(environment)) return 'absent'
    const instance = toInstance(typedUrl)
    if (!instance) return 'no-url'
    return {
      offer: { source: 'git', ...instance },
      typedUrl,
      async read() {
        const options = { environment, folder, timeMs }
        const ofAccount =
          username === undefined
            ? undefined
            : await askGit(options, instance.baseUrl, username).catch(() => undefined)
        return ofAccount ?? askGit(options, instance.baseUrl)
      },
      explain: () => notAToken(new URL(instance.baseUrl).host),
    }
  }
}

function toPlace({ source, place }: ReadableToken['offer']): TokenPlace {
  return { source, ...(place !== undefined && { place }) }
}

/** In the order in which glab reads them. */
const variables = ['GITLAB_TOKEN', 'GITLAB_ACCESS_TOKEN'] as const
const hostVariables = ['GITLAB_HOST', 'GITLAB_URI', 'GL_HOST'] as const

interface EnvironmentTokens {
  tokens: ReadableToken[]
  unusable: UnusableToken[]
  /** The variables that were searched. */
  places: string[]
}

/** The tokens in the environment variables with which Latchkey was started. */
function findEnvironmentTokens(environment: NodeJS.ProcessEnv): EnvironmentTokens {
  const result: EnvironmentTokens = { tokens: [], unusable: [], places: [...variables] }
  const skip = (name: string, reason: UnusableToken['reason']) =>
    result.unusable.push({ source: 'environment', name, reason })
  const hostVariable = hostVariables.find((name) => environment[name])
  const typedUrl = hostVariable ? environment[hostVariable]! : 'gitlab.com'
  const instance = toInstance(typedUrl)
  const seen = new Set<string>()
  for (const name of variables) {
    const { success, data: token } = Token.safeParse(environment[name] ?? '')
    if (!environment[name] || (success && seen.has(token))) continue
    if (!success) skip(name, 'malformed')
    else if (!instance) skip(hostVariable!, 'url')
    else {
      const offer = { source: 'environment', ...instance, place: name } as const
      result.tokens.push({ offer, typedUrl, read: () => Promise.resolve(token) })
    }
    if (success) seen.add(token)
  }
  if (environment.OAUTH_TOKEN) skip('OAUTH_TOKEN', 'oauth')
  return result
}
