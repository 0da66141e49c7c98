import type { AccountGpgKey, GpgKeyLists } from '../../../../shared/operations/gpg-keys.ts'
import { normalEmail } from '../../../../shared/rules/email-address.ts'
import { allSshKeys } from '../../../gitlab/account-ssh-keys.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'
import { readOwner, toKeyOnAccount } from '../survey/survey.ts'
import type { KeyOnAccount } from '../survey/usable-keys.ts'

/** An account that is signed in here. */
export interface AccountHere {
  id: string
  /** The URL of its instance. */
  instance: string
  username: string
  /** Answers from the cache where the instance can’t be reached. */
  gitlab: GitLabClient
}

/** What decides whether GitLab shows a commit as verified. Each is undefined where the account couldn’t be read. */
export interface AccountFacts {
  account: AccountHere
  emails(): Promise<{ confirmed: readonly string[]; unconfirmed: readonly string[] } | undefined>
  sshKeys(): Promise<readonly KeyOnAccount[] | undefined>
  gpgKeys(): Promise<readonly AccountGpgKey[] | undefined>
}

/** Reads each part of an account once, when it is first needed. */
export function accountFacts(
  account: AccountHere,
  readGpgKeys: (gitlab: GitLabClient) => Promise<GpgKeyLists>,
): AccountFacts {
  const { gitlab } = account
  return {
    account,
    emails: once(async () => {
      const { verifiedEmails, unconfirmedEmails } = await readOwner(gitlab)
      return { confirmed: verifiedEmails, unconfirmed: unconfirmedEmails }
    }),
    sshKeys: once(async () => (await allSshKeys(gitlab)).map(toKeyOnAccount)),
    gpgKeys: once(async () => (await readGpgKeys(gitlab)).account),
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let reading: Promise<T | undefined> | undefined
  return () =>
    (reading ??= read().catch((error: unknown) => {
      if (error instanceof FailureError) return undefined
      throw error
    }))
}

/** Why GitLab doesn’t take an email as the account’s; undefined if it does. */
export async function emailProblem(
  { emails }: AccountFacts,
  email: string,
): Promise<'email-not-on-account' | 'email-not-confirmed' | 'account-not-read' | undefined> {
  const known = await emails()
  if (!known) return 'account-not-read'
  if (known.confirmed.includes(normalEmail(email))) return undefined
  const isThere = known.unconfirmed.includes(normalEmail(email))
  return isThere ? 'email-not-confirmed' : 'email-not-on-account'
}
