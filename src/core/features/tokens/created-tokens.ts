import { z } from 'zod'
import { RememberedToken } from '../../../shared/operations/created-tokens.ts'
import type { OwnTokenScope } from '../../../shared/rules/token-limits.ts'
import { type CreatedToken, personalAccessTokens } from '../../../shared/gitlab/tokens.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import { assertFutureTokenExpiry } from '../../accounts/token-expiry.ts'

/** The tokens that were created here, newest first. */
export const CreatedTokensFile = z.object({ tokens: z.array(RememberedToken).default([]) })
type CreatedTokensFile = z.output<typeof CreatedTokensFile>

export interface CreatedTokensOptions {
  fileOf(account: string): JsonFile<CreatedTokensFile>
  /** Milliseconds since 1970. */
  now(): number
}

interface NewToken {
  name: string
  scopes: OwnTokenScope[]
  description?: string
  expires_at?: string
}

/** The oldest are forgotten. */
const maxRemembered = 500

/** The account’s own Kubernetes tokens. Promise: the secret is only returned to the caller, once, and written to no file. */
export class CreatedTokens {
  readonly #options: CreatedTokensOptions

  constructor(options: CreatedTokensOptions) {
    this.#options = options
  }

  async createLimited(gitlab: GitLabClient, token: NewToken): Promise<CreatedToken> {
    assertFutureTokenExpiry(token.expires_at, this.#options.now())
    const created = await gitlab.call(personalAccessTokens.create, token)
    // The secret can’t be fetched again, so it is returned even if the token can’t be saved.
    this.#remember(gitlab.account, created)
    return created
  }

  list(account: string): RememberedToken[] {
    return this.#options.fileOf(account).read().tokens
  }

  /** Removes a token from the list; the token itself stays valid. */
  forgetEntry(account: string, id: number): RememberedToken[] {
    const others = this.list(account).filter((token) => token.id !== id)
    this.#options.fileOf(account).write({ tokens: others })
    return others
  }

  #remember(account: string, token: CreatedToken): void {
    const { id, name, description, scopes, expires_at, created_at } = token
    // Without an ID it can’t be identified.
    if (typeof id !== 'number') return
    const entry: RememberedToken = {
      id,
      name,
      description: description || undefined,
      scopes: scopes ?? [],
      expires_at: expires_at ?? undefined,
      created_at: created_at ?? undefined,
    }
    const others = this.list(account).filter((token) => token.id !== id)
    this.#options
      .fileOf(account)
      .saveOrReport({ tokens: [entry, ...others].slice(0, maxRemembered) })
  }
}
