import type { Account } from '../../../shared/operations/accounts.ts'
import { parseSignInLink } from '../../accounts/sign-in-link.ts'
import type { Visit } from '../../../shared/operations/desktop.ts'

/** A link's maximum length, in characters. */
const maxLength = 300
// Only the account is decoded, so the pattern rejects encoded characters anywhere else.
const linkPattern =
  /^latchkey:\/\/([a-z-]+(?:\/[a-z-]+)?(?:\/\d{1,15})?)\/?(?:\?account=([\w.~%@:/-]{1,200}))?$/

/**
 * What a `latchkey://` link opens: `latchkey://keys`, `latchkey://people/42?account=ada@git.example.org`. Undefined for
 * any other text.
 *
 * Anyone can create such a link, so all it does is show one of the page's linkable screens, or fill in the sign-in form. It identifies a signed-in account by its username and
 * instance URL.
 */
export function parseDeepLink(
  link: string,
  accounts: readonly Pick<Account, 'id' | 'baseUrl' | 'user'>[],
): Visit | undefined {
  if (parseSignInLink(link)) return { signIn: link }
  if (link.length > maxLength) return undefined
  const parts = linkPattern.exec(link)
  // guard: link-form
  if (!parts) return undefined
  const [, path, name] = parts
  const account = name === undefined ? undefined : findAccount(name, accounts)
  if (name !== undefined && account === undefined) return undefined
  return { path: path!, ...(account !== undefined && { account }) }
}

function findAccount(
  encoded: string,
  accounts: readonly Pick<Account, 'id' | 'baseUrl' | 'user'>[],
): string | undefined {
  let name: string
  try {
    name = decodeURIComponent(encoded)
  } catch {
    return undefined
  }
  return accounts.find(
    ({ baseUrl, user }) => `${user.username}@${baseUrl.replace(/^https?:\/\//, '')}` === name,
  )?.id
}
