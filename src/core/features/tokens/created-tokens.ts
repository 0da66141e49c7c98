import { z } from 'zod'
import { RememberedToken } from '../../../shared/app/created-tokens.ts'
import type { OwnTokenScope } from '../../../shared/service/token-limits.ts'
import { type CreatedToken, personalAccessTokens } from '../../../shared/service/tokens.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import type { JsonFile } from '../../infra/files/json-file.ts'
import { refuseDeadToken } from './token-expiry.ts'

/** What was created here, newest first. */
export const CreatedTokensFile = z.object({ tokens: z.array(RememberedToken).default([]) })
type CreatedTokensFile = z.output<typeof CreatedTokensFile>

export interface CreatedTokensPorts {
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

/** More than anybody has a use for; the oldest are forgotten. */
const mostRemembered = 500

/**
 * Limited tokens of one's own. Promise: the secret goes to whoever asked for the token, once, and to no file.
 */
export class CreatedTokens {
  readonly #ports: CreatedTokensPorts

  constructor(ports: CreatedTokensPorts) {
    this.#ports = ports
  }

  async createLimited(service: AccountService, wish: NewToken): Promise<CreatedToken> {
    refuseDeadToken(wish.expires_at, this.#ports.now())
    const token = await service.call(personalAccessTokens.create, wish)
    // The token is there and its secret never comes again, so it is handed out whatever the disk says.
    this.#remember(service.account, token)
    return token
  }

  list(account: string): RememberedToken[] {
    return this.#ports.fileOf(account).read().tokens
  }

  /** Forgets one of them; the token itself stays as it is. */
  forgetEntry(account: string, id: number): RememberedToken[] {
    const others = this.list(account).filter((token) => token.id !== id)
    this.#ports.fileOf(account).write({ tokens: others })
    return others
  }

  #remember(account: string, token: CreatedToken): void {
    const { id, name, description, scopes, expires_at, created_at } = token
    // Without its ID it could not be told from others.
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
    this.#ports.fileOf(account).keep({ tokens: [entry, ...others].slice(0, mostRemembered) })
  }
}
