import type { GpgKeyLists } from '../../../shared/operations/gpg-keys.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { emails } from '../../../shared/gitlab/emails.ts'
import type { CurrentUser } from '../../../shared/gitlab/user-fields.ts'
import { type CommitAddresses, commitAddresses } from '../../../shared/rules/commit-verification.ts'
import { allSshKeys, parseSshKey } from '../../gitlab/account-ssh-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { memoize } from '../../platform/memoize.ts'
import type { KeyOnAccount } from './usable-keys.ts'

/** The account's user, as GitLab reports them. */
export interface Owner {
  user: CurrentUser
  addresses: CommitAddresses
}

/** What GitLab says about an account. */
export interface AccountAnswers {
  owner(): Promise<Owner>
  accountKeys(): Promise<KeyOnAccount[]>
  gpgKeys(): Promise<GpgKeyLists>
}

/** Asks for each part of an account once, when first needed. */
export function accountAnswers(
  gitlab: GitLabClient,
  instance: string,
  readGpgKeys: (gitlab: GitLabClient) => Promise<GpgKeyLists>,
): AccountAnswers {
  return {
    owner: memoize(async () => {
      const [owner, others] = await Promise.all([
        gitlab.call(user.get, {}),
        gitlab.all(emails.list, {}),
      ])
      return { user: owner, addresses: commitAddresses(owner, others, instance) }
    }),
    accountKeys: memoize(async () =>
      (await allSshKeys(gitlab)).map((entry) => ({
        entry,
        fingerprint: parseSshKey(entry)?.fingerprint,
      })),
    ),
    gpgKeys: memoize(() => readGpgKeys(gitlab)),
  }
}
