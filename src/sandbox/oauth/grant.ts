import type { Scope } from '../database/tokens.ts'

/** What a client may exchange for tokens. */
export interface Authorization {
  userId: number
  scopes: readonly Scope[]
  /** Ends the authorization, which can be used only once. */
  consume(): void
}
