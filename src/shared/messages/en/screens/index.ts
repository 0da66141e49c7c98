import { accounts } from './accounts.ts'
import { activities } from './activities.ts'
import { auditLog } from './audit-log.ts'
import { avatar } from './avatar.ts'
import { bulk } from './bulk.ts'
import { certificates } from './certificates.ts'
import { directory } from './directory.ts'
import { editing } from './editing.ts'
import { emails } from './emails.ts'
import { emoji } from './emoji.ts'
import { fields } from './fields.ts'
import { keys } from './keys.ts'
import { lists } from './lists.ts'
import { moderation } from './moderation.ts'
import { people } from './people.ts'
import { preferences } from './preferences.ts'
import { profile } from './profile.ts'
import { queue } from './queue.ts'
import { recovery } from './recovery.ts'
import { runners } from './runners.ts'
import { serviceAccounts } from './service-accounts.ts'
import { settings } from './settings.ts'
import { status } from './status.ts'
import { tokens } from './tokens.ts'
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
  ...certificates,
  ...directory,
  ...editing,
  ...emails,
  ...emoji,
  ...fields,
  ...keys,
  ...lists,
  ...moderation,
  ...people,
  ...preferences,
  ...profile,
  ...queue,
  ...recovery,
  ...runners,
  ...serviceAccounts,
  ...settings,
  ...status,
  ...tokens,
  ...updates,
  ...user,
  ...users,
  ...viewAs,
}
