import { createFailureError } from '../../../platform/failures.ts'
import { createHash, randomUUID } from 'node:crypto'
import { posix, win32 } from 'node:path'
import { Token } from '../../../../shared/operations/accounts.ts'
import type { TokenUse } from '../../../../shared/operations/own-tokens.ts'
import type { Accounts } from '../../../accounts/accounts.ts'
import { isTokenRefusal } from '../../../gitlab/error-response.ts'
import { FailureError } from '../../../platform/failure.ts'
import {
  type HelperCredential,
  type GitOptions,
  askForCredential,
  askGit,
  findGit,
  hasCredentialPerPath,
  replaceInGit,
} from './git-credential.ts'
import { type GlabToken, abbreviate, findGlabTokens } from './glab-tokens.ts'
import { type FileSecret, parseNetrc } from './parse-netrc.ts'
import { parseNpmrc } from './parse-npmrc.ts'
import { readConfig } from './read-config.ts'
import { type Surroundings, mayBeAt } from './readable-token.ts'
import { canReplaceInGlab, replaceInGlab } from './replace-in-glab.ts'

export interface TokenUsesOptions {
  accounts: Pick<Accounts, 'identify' | 'account'>
  /** Demo accounts use a simulated computer. */
  computerOf(account: string): Surroundings
  /** Whether other programs' files may be read. */
  mayRead?(): boolean
  /** One of Latchkey's own folders. */
  dataFolder: string
  /** Lists a secret that a program stored among the changes on this computer. */
  recordCredential(account: string, credential: PassedCredential): Promise<void>
  /** Timeout per program, in ms. */
  programMs?: number
}

export interface PassedCredential {
  program: 'git' | 'glab'
  instance: string
  username?: string | undefined
}

/** A place on this computer that has or may have a secret for an instance. */
interface Place {
  use: Omit<TokenUse, 'id' | 'match'>
  /** Reads the secret; undefined if there is none. */
  read(): Promise<string | undefined>
  update?(secret: string): Promise<void>
  match?: TokenUse['match']
  /** Asks a program for the places that it has, which replace this one. */
  expand?(): Promise<Place[]>
}

interface FoundPlace extends Place {
  match: TokenUse['match']
  /** The token that was looked for, and a digest of the secret that was found. */
  checked?: { tokenId: number; digest: string }
}

/**
 * Places on this computer with secrets for an account's instance. Each use is offered under an ID that is valid until
 * the next search. Guarantee: a secret is never stored, and sent only to its own host.
 */
export class TokenUses {
  readonly #options: TokenUsesOptions
  readonly #found = new Map<string, Map<string, FoundPlace>>()

  constructor(options: TokenUsesOptions) {
    this.#options = options
  }

  /** Finds uses without sending requests or querying git. */
  async find(account: string): Promise<TokenUse[]> {
    const { accounts, computerOf, mayRead } = this.#options
    if (mayRead?.() === false) return []
    const { baseUrl, user } = accounts.account(account)
    const computer = computerOf(account)
    const parts = await Promise.all([
      this.#findInGlab(computer, baseUrl),
      this.#findInGit(computer, baseUrl, user.username),
      findInFile('netrc', computer, baseUrl),
      findInFile('npmrc', computer, baseUrl),
    ])
    const places = parts.flat().map((place): [string, FoundPlace] => {
      const { match = 'unchecked', ...rest } = place
      return [randomUUID(), { ...rest, match }]
    })
    this.#found.set(account, new Map(places))
    return this.#listed(account)
  }

  /** Asks the instance which token each secret belongs to. */
  async check(account: string, tokenId: number): Promise<TokenUse[]> {
    if (!this.#found.has(account)) await this.find(account)
    await this.#expand(account)
    const matchBySecret = new Map<string, Promise<TokenUse['match']>>()
    const ask = (secret: string) => {
      const answer = matchBySecret.get(secret) ?? this.#match(account, tokenId, secret)
      matchBySecret.set(secret, answer)
      return answer
    }
    await Promise.all(
      [...this.#placesOf(account).values()].map((place) => check(place, tokenId, ask)),
    )
    return this.#listed(account)
  }

  /** Replaces the places of programs by those that they have now. */
  async #expand(account: string): Promise<void> {
    const places = await Promise.all(
      [...this.#placesOf(account)].map(async ([id, place]): Promise<[string, FoundPlace][]> => {
        const now = await place.expand?.()
        if (!now) return [[id, place]]
        return now.map((other, at) => {
          const { match = 'unchecked', ...rest } = other
          // The first one keeps the ID, and asks again next time.
          const again = at === 0 && place.expand && { expand: place.expand }
          return [at === 0 ? id : randomUUID(), { ...rest, ...again, match }]
        })
      }),
    )
    this.#found.set(account, new Map(places.flat()))
  }

  /** A token's uses, ready for a new secret. Throws if one wasn't confirmed to have the token or has changed since. */
  async prepare(
    account: string,
    tokenId: number,
    ids: readonly string[],
  ): Promise<{ id: string; update(secret: string): Promise<void> }[]> {
    return Promise.all(
      ids.map(async (id) => {
        const { match, checked, update, read, use } = this.#placesOf(account).get(id) ?? {}
        if (!use || match !== 'this' || checked?.tokenId !== tokenId || !update)
          throw createFailureError('tokenUses.changed')
        const secret = await read?.().catch(() => undefined)
        if (secret === undefined || digestOf(secret) !== checked.digest)
          throw createFailureError('tokenUses.changed')
        const { baseUrl: instance } = this.#options.accounts.account(account)
        const { source, username } = use
        const program = source === 'glab' ? 'glab' : 'git'
        return {
          id,
          update: async (next: string) => {
            await update(next)
            await this.#options.recordCredential(account, { program, instance, username })
          },
        }
      }),
    )
  }

  /** The places that have a token or may have it. Sends no requests, and doesn't query git. */
  async possible(account: string, tokenId: number): Promise<TokenUse[]> {
    if (!this.#found.has(account)) await this.find(account)
    return [...this.#placesOf(account)].flatMap(([id, { use, checked, ...place }]) => {
      // Another token was compared.
      const isOutdated = checked !== undefined && checked.tokenId !== tokenId
      const match = isOutdated ? 'unchecked' : place.match
      return ['this', 'unchecked', 'failed'].includes(match) ? [{ id, ...use, match }] : []
    })
  }

  forget(account: string): void {
    this.#found.delete(account)
  }

  #placesOf(account: string): Map<string, FoundPlace> {
    return this.#found.get(account) ?? new Map<string, FoundPlace>()
  }

  #listed(account: string): TokenUse[] {
    return [...this.#placesOf(account)].map(([id, { use, match }]) => ({ id, ...use, match }))
  }

  async #match(account: string, tokenId: number, secret: string): Promise<TokenUse['match']> {
    try {
      const { id } = await this.#options.accounts.identify(account, secret)
      if (typeof id !== 'number') return 'failed'
      return id === tokenId ? 'this' : 'another'
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      return isTokenRefusal(error) ? 'refused' : 'failed'
    }
  }

  async #findInGlab(computer: Surroundings, baseUrl: string): Promise<Place[]> {
    const { tokens, inKeychain, problem } = await findGlabTokens(computer)
    if (problem) return [unreadable('glab', problem.file)]
    const isStillPresent = (token: Pick<GlabToken, 'typedUrl'>) => mayBeAt(token, baseUrl)
    return [
      ...tokens.filter(isStillPresent).map((token) => this.#inGlab(computer, token)),
      ...inKeychain.filter(isStillPresent).map(({ place }) => unreadable('glab', place)),
    ]
  }

  #inGlab({ environment }: Surroundings, token: GlabToken): Place {
    const { programMs: timeMs = 20_000 } = this.#options
    const canUpdate = canReplaceInGlab(token, environment)
    return {
      use: { source: 'glab', path: token.offer.place, canUpdate },
      read: () => token.read(),
      ...(canUpdate && {
        update: (secret: string) => replaceInGlab({ environment, timeMs }, token, secret),
      }),
    }
  }

  #findInGit({ environment }: Surroundings, baseUrl: string, username: string): Place[] {
    const { dataFolder: folder, programMs: timeMs = 20_000 } = this.#options
    if (!findGit(environment)) return []
    const options: GitOptions = { environment, folder, timeMs }
    const use = { source: 'git', canUpdate: true } as const
    const first: Place = { use, read: () => askGit(options, baseUrl).catch(noneIfNotFound) }
    const expand = async () => {
      const canUpdate = !(await hasCredentialPerPath(options, baseUrl))
      const credentials = await credentialsOf(options, baseUrl, username)
      return credentials.length === 0
        ? [first]
        : credentials.map((credential) => inGit(options, baseUrl, { ...credential, canUpdate }))
    }
    return [{ ...first, expand }]
  }
}

interface GitCredential {
  username?: string | undefined
  canUpdate: boolean
}

/**
 * What git has for an instance: the credential of the account's username, those of `oauth2`, which GitLab accepts with
 * every token, and the one that git uses without a username. Failures are kept to be reported.
 */
async function credentialsOf(
  options: GitOptions,
  baseUrl: string,
  username: string,
): Promise<Pick<HelperCredential, 'username'>[]> {
  const usernames = [username, 'oauth2', undefined]
  const found: Pick<HelperCredential, 'username'>[] = []
  // One after another, because helpers may lock their store.
  for (const asked of usernames) {
    const credential = await askForCredential(options, baseUrl, asked)
      .catch((error: unknown) => noneIfNotFound(error))
      .catch(() => ({ username: asked }))
    if (!credential) continue
    if (!found.some((other) => other.username === credential.username))
      found.push({ username: credential.username })
  }
  return found
}

function inGit(
  options: GitOptions,
  baseUrl: string,
  { username, canUpdate }: GitCredential,
): Place {
  return {
    use: { source: 'git', canUpdate, ...(username !== undefined && { username }) },
    read: () => askGit(options, baseUrl, username).catch(noneIfNotFound),
    ...(canUpdate && {
      update: (secret: string) => replaceInGit(options, baseUrl, secret, username),
    }),
  }
}

async function findInFile(
  source: 'netrc' | 'npmrc',
  computer: Surroundings,
  baseUrl: string,
): Promise<Place[]> {
  const { home, platform } = computer
  const { join } = platform === 'win32' ? win32 : posix
  const name = source === 'netrc' && platform === 'win32' ? '_netrc' : `.${source}`
  const file = join(home, name)
  const path = abbreviate(file, computer)
  const parse = source === 'netrc' ? parseNetrc : parseNpmrc
  const readSecrets = async () => {
    const config = await readConfig(file)
    if (!config || 'problem' in config) return config
    return parse(config.text).filter((secret) => isFor(secret, baseUrl))
  }
  const secrets = await readSecrets()
  if (!secrets) return []
  if ('problem' in secrets) return [unreadable(source, path)]
  return secrets.map(({ line }) => ({
    use: { source, path, line, canUpdate: false },
    async read() {
      const now = await readSecrets()
      return Array.isArray(now) ? now.find((secret) => secret.line === line)?.secret : undefined
    },
  }))
}

async function check(
  place: FoundPlace,
  tokenId: number,
  ask: (secret: string) => Promise<TokenUse['match']>,
): Promise<void> {
  place.checked = undefined
  try {
    const secret = await place.read()
    if (secret === undefined) {
      place.match = place.use.source === 'git' ? 'none' : 'failed'
      return
    }
    // Anything else can’t be a token, such as a password with spaces.
    place.match = Token.safeParse(secret).data === secret ? await ask(secret) : 'another'
    place.checked = { tokenId, digest: digestOf(secret) }
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    place.match = error.failure.kind === 'unauthorized' ? 'another' : 'failed'
  }
}

/** Git has no credential for the instance. */
function noneIfNotFound(error: unknown): undefined {
  if (error instanceof FailureError && error.failure.kind === 'not-found') return undefined
  throw error
}

/** A source that can't be read, such as a file or glab’s keychain, and may contain a secret. */
function unreadable(source: TokenUse['source'], path: string): Place {
  return {
    use: { source, path, canUpdate: false },
    read: () => Promise.resolve(undefined),
    match: 'failed',
  }
}

/** Whether a secret is for an instance. netrc doesn't support ports, so an entry applies to all ports on its host. */
function isFor({ host, path }: FileSecret, baseUrl: string): boolean {
  const url = new URL(baseUrl)
  // guard: use-host
  if (path === undefined) return host === url.host || host === url.hostname
  const target = URL.parse(`${url.protocol}//${host}${path}`)
  const folder = url.pathname.replace(/\/$/, '')
  return target?.host === url.host && `${target.pathname}/`.startsWith(`${folder}/`)
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
