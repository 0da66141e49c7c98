import type { GranularPermissions } from '../../shared/rules/token-scopes.ts'

/** A personal access token or impersonation token, without its secret. */
export interface ListedToken {
  id: number
  name: string
  description?: string | null | undefined
  scopes?: readonly string[] | null | undefined
  granular_scopes?: readonly GranularPermissions[] | null | undefined
  created_at?: string | null | undefined
  /** Null if never used; absent if GitLab doesn’t return it. */
  last_used_at?: string | null | undefined
  last_used_ips?: readonly string[] | null | undefined
  /** `YYYY-MM-DD` */
  expires_at?: string | null | undefined
  risks?: readonly string[]
}
