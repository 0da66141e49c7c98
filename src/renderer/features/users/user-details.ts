import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { type Age, type Failure, isUnreachable } from '../../../shared/rules/failure.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { type ViewedActivity, ownActivity } from '../../../shared/rules/viewed-activity.ts'
import { ageOf, aged, failureOf, notCached } from '../../bridge/latchkey.ts'

/** The best data available about a user. */
export interface UserDetails {
  user: UserForAdmins
  /** The part that is from the directory, and when that was updated, in milliseconds since 1970. */
  copy?: { of: 'all' | 'part'; asOf: number }
  /** The view before which they were last active. */
  viewed?: ViewedActivity
}

/** The user in the directory. */
interface DirectoryCopy {
  user?: DirectoryEntry
  asOf?: number
}

/**
 * Reads a user from GitLab. If GitLab can't be reached or is not read yet, they are shown as they were read before, with newer
 * data of the directory, or as the directory has them.
 */
export async function readUserDetails(
  read: () => Promise<UserForAdmins>,
  readCopy: () => Promise<DirectoryCopy>,
): Promise<UserDetails> {
  try {
    const user = await read()
    const age = ageOf(user)
    return age ? aged(withUpdates(user, age, await readCopy()), age) : { user }
  } catch (error) {
    const failure = failureOf(error)
    const why = failure === notCached ? undefined : failure
    const details = isUnreachable(failure) ? userFromDirectory(await readCopy(), why) : undefined
    if (!details) throw error
    return details
  }
}

/** A user with their own last activity, where the one from GitLab is from “View as”. */
export function withActivityBeforeView(
  details: UserDetails,
  viewed: ViewedActivity | undefined,
): UserDetails {
  if (!viewed) return details
  const { user, copy } = details
  const day = ownActivity(user.last_activity_on, viewed)
  // The directory's copy has their own day already.
  const isFromView = day !== user.last_activity_on || (copy && (day ?? null) === viewed.before)
  if (!isFromView) return details
  return aged({ ...details, user: { ...user, last_activity_on: day }, viewed }, ageOf(details))
}

/** A user from the directory, with the reason why GitLab was not read; undefined if the directory doesn't have them. */
function userFromDirectory(
  { user, asOf }: DirectoryCopy,
  failure?: Failure,
): UserDetails | undefined {
  if (!user || asOf === undefined) return undefined
  const details: UserDetails = { user: entryToUser(user), copy: { of: 'all', asOf } }
  return aged(details, { asOf, failure })
}

/** Newer data of the directory replaces what was read before. */
function withUpdates(
  user: UserForAdmins,
  { asOf: readAt }: Age,
  { user: entry, asOf }: DirectoryCopy,
): UserDetails {
  if (!entry || asOf === undefined || asOf <= readAt) return { user }
  const { identities: _, ...updates } = entryToUser(entry)
  return { user: { ...user, ...updates } as UserForAdmins, copy: { of: 'part', asOf } }
}

/** A row of the directory as a user. Null fields are left out, because they may be empty or unknown. */
export function entryToUser(entry: DirectoryEntry): UserForAdmins {
  const { pending: _, email_confirmed: _isConfirmed, email_domain: _domain, ...known } = entry
  const { identities, ...row } = known
  const fields = Object.entries(row).filter(([, value]) => value !== null)
  const providers = identities.map((provider) => ({ provider }))
  return { ...Object.fromEntries(fields), identities: providers } as UserForAdmins
}
