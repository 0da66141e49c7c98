import type { Account } from '../../../shared/operations/accounts.ts'

/** The URL of GitLab’s own token page or, with `filledIn`, of its form for a new token. */
export function newTokenPage(
  { baseUrl }: Pick<Account, 'baseUrl'>,
  filledIn?: { name: string; scopes: string },
): string {
  const query = filledIn ? `?${new URLSearchParams(filledIn)}` : ''
  return `${baseUrl}/-/user_settings/personal_access_tokens${query}`
}
