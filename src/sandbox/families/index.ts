import type { Handlers } from '../handler.ts'
import { anyTokenHandlers } from './any-tokens.ts'
import { applicationHandlers, userApplicationHandlers } from './applications.ts'
import { associationHandlers } from './associations.ts'
import { customAttributeHandlers } from './custom-attributes.ts'
import { emailHandlers } from './emails.ts'
import { followingHandlers } from './following.ts'
import { groupHandlers, projectHandlers } from './groups.ts'
import { gpgKeyHandlers } from './gpg-keys.ts'
import { impersonationTokenHandlers } from './impersonation-tokens.ts'
import { moderationHandlers } from './moderation.ts'
import { personalAccessTokenHandlers } from './personal-access-tokens.ts'
import { pipelineScheduleHandlers, runnerHandlers } from './pipelines.ts'
import { preferenceHandlers } from './preferences.ts'
import { serviceAccountHandlers } from './service-accounts.ts'
import { sshKeyHandlers } from './ssh-keys.ts'
import { statusHandlers } from './status.ts'
import { twoFactorHandlers } from './two-factor.ts'
import { userHandlers } from './user.ts'
import { usersHandlers } from './users.ts'

/** The handlers of all endpoints in the shared table. */
export const handlers: Handlers = {
  user: userHandlers,
  status: statusHandlers,
  preferences: preferenceHandlers,
  users: usersHandlers,
  following: followingHandlers,
  serviceAccounts: serviceAccountHandlers,
  associations: associationHandlers,
  groups: groupHandlers,
  projects: projectHandlers,
  pipelineSchedules: pipelineScheduleHandlers,
  runners: runnerHandlers,
  customAttributes: customAttributeHandlers,
  sshKeys: sshKeyHandlers,
  gpgKeys: gpgKeyHandlers,
  emails: emailHandlers,
  moderation: moderationHandlers,
  twoFactor: twoFactorHandlers,
  applications: applicationHandlers,
  userApplications: userApplicationHandlers,
  impersonationTokens: impersonationTokenHandlers,
  personalAccessTokens: personalAccessTokenHandlers,
  anyTokens: anyTokenHandlers,
}
