import type { Handlers } from '../handler.ts'
import { associations } from './associations.ts'
import { emails } from './emails.ts'
import { following } from './following.ts'
import { gpgKeys } from './gpg-keys.ts'
import { impersonationTokens } from './impersonation-tokens.ts'
import { moderation } from './moderation.ts'
import { personalAccessTokens } from './personal-access-tokens.ts'
import { preferences } from './preferences.ts'
import { serviceAccounts } from './service-accounts.ts'
import { sshKeys } from './ssh-keys.ts'
import { statusHandlers } from './status.ts'
import { twoFactor } from './two-factor.ts'
import { user } from './user.ts'
import { users } from './users.ts'

/** What answers each row of the shared table. */
export const handlers: Handlers = {
  user,
  status: statusHandlers,
  preferences,
  users,
  following,
  serviceAccounts,
  associations,
  sshKeys,
  gpgKeys,
  emails,
  moderation,
  twoFactor,
  impersonationTokens,
  personalAccessTokens,
}
