import { accounts } from './accounts.ts'
import { activities } from './activities.ts'
import { auditLog } from './audit-log.ts'
import { avatar } from './avatar.ts'
import { bulk } from './bulk.ts'
import { computer } from './computer.ts'
import { dates } from './dates.ts'
import { directory } from './directory.ts'
import { editing } from './editing.ts'
import { emails } from './emails.ts'
import { emoji } from './emoji.ts'
import { fields } from './fields.ts'
import { foundTokens } from './found-tokens.ts'
import { getStarted } from './get-started.ts'
import { gpgKeys } from './gpg-keys.ts'
import { identities } from './identities.ts'
import { keys } from './keys.ts'
import { leftovers } from './leftovers.ts'
import { lists } from './lists.ts'
import { moderation } from './moderation.ts'
import { onboarding } from './onboarding.ts'
import { palette } from './palette.ts'
import { people } from './people.ts'
import { plans } from './plans.ts'
import { preferences } from './preferences.ts'
import { profile } from './profile.ts'
import { queue } from './queue.ts'
import { damagedFile } from './damaged-file.ts'
import { review } from './review.ts'
import { runners } from './runners.ts'
import { saving } from './saving.ts'
import { schedule } from './schedule.ts'
import { serviceAccounts } from './service-accounts.ts'
import { settings } from './settings.ts'
import { shortcuts } from './shortcuts.ts'
import { sshKeys } from './ssh-keys.ts'
import { sshServer } from './ssh-server.ts'
import { sshConnection } from './ssh-connection.ts'
import { status } from './status.ts'
import { tokens } from './tokens.ts'
import { sweeps } from './sweeps.ts'
import { updates } from './updates.ts'
import { user } from './user.ts'
import { users } from './users.ts'
import { viewAs } from './view-as.ts'

/** What the other screens show; the page loads it behind the first one. */
export const screens = {
  ...accounts,
  ...activities,
  ...auditLog,
  ...avatar,
  ...bulk,
  ...computer,
  ...dates,
  ...directory,
  ...editing,
  ...emails,
  ...emoji,
  ...fields,
  ...foundTokens,
  ...getStarted,
  ...gpgKeys,
  ...identities,
  ...keys,
  ...leftovers,
  ...lists,
  ...moderation,
  ...onboarding,
  ...palette,
  ...people,
  ...plans,
  ...preferences,
  ...profile,
  ...queue,
  ...damagedFile,
  ...review,
  ...runners,
  ...saving,
  ...schedule,
  ...serviceAccounts,
  ...settings,
  ...shortcuts,
  ...sshKeys,
  ...sshServer,
  ...sshConnection,
  ...status,
  ...tokens,
  ...sweeps,
  ...updates,
  ...user,
  ...users,
  ...viewAs,
}
