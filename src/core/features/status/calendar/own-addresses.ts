import { user } from '../../../../shared/gitlab/current-user.ts'
import { emails } from '../../../../shared/gitlab/emails.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'

/** An account's confirmed email addresses in lower case; undefined if they can't be read. */
export async function ownAddresses(gitlab: GitLabClient): Promise<string[] | undefined> {
  try {
    const [{ email }, others] = [await gitlab.call(user.get, {}), await gitlab.all(emails.list, {})]
    const unconfirmed = others.filter(({ confirmed_at }) => confirmed_at === null)
    const known = [email ?? '', ...others.map((other) => other.email)]
    return [...new Set(known.map((address) => address.toLowerCase()))].filter(
      (address) => address !== '' && !unconfirmed.some((one) => isSame(one.email, address)),
    )
  } catch (error) {
    if (error instanceof FailureError) return undefined
    throw error
  }
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
