import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { type Age, type Failure, isUnreachable } from '../../../shared/rules/failure.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { type ViewedActivity, ownActivity } from '../../../shared/rules/viewed-activity.ts'
import { ageOf, aged, failureOf, notCached } from '../../bridge/latchkey.ts'

/** The best available data about a user. */
export interface UserDetails {
  user: UserForAdmins
  /** How much of it is from the directory, and when the directory was updated, in milliseconds since 1970. */
  copy?: { of: 'all' | 'part'; asOf: number }
  /** The “View as” that changed the last activity. */
  viewed?: ViewedActivity
}

/** A user’s directory entry. */
interface DirectoryCopy {
  user?: DirectoryEntry
  asOf?: number
}

/**
 * Loads a user from GitLab. While GitLab is unreachable or still loading, returns the previous response with newer
 * directory data, or the directory entry.
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
    const reason = failure === notCached ? undefined : failure
    const details = isUnreachable(failure) ? userFromDirectory(await readCopy(), reason) : undefined
    if (!details) throw error
    return details
  }
}

/** Restores the user’s own last activity if GitLab’s value is due to “View as”. */
export function withActivityBeforeView(
  details: UserDetails,
  viewed: ViewedActivity | undefined,
): UserDetails {
  if (!viewed) return details
  const { user, copy } = details
  const day = ownActivity(user.last_activity_on, viewed)
  // The directory already has the date of the user’s own last activity.
  const isFromView = day !== user.last_activity_on || (copy && (day ?? null) === viewed.before)
  if (!isFromView) return details
  return aged({ ...details, user: { ...user, last_activity_on: day }, viewed }, ageOf(details))
}

/** The user from the directory, with the reason why GitLab’s data is missing. Undefined if there is no entry. */
function userFromDirectory(
  { user, asOf }: DirectoryCopy,
  failure?: Failure,
): UserDetails | undefined {
  if (!user || asOf === undefined) return undefined
  const details: UserDetails = { user: entryToUser(user), copy: { of: 'all', asOf } }
  return aged(details, { asOf, failure })
}

/** Merges newer directory data into the previous response. */
function withUpdates(
  user: UserForAdmins,
  { asOf: readAt }: Age,
  { user: entry, asOf }: DirectoryCopy,
): UserDetails {
  if (!entry || asOf === undefined || asOf <= readAt) return { user }
  const { identities: _, ...updates } = entryToUser(entry)
  return { user: { ...user, ...updates } as UserForAdmins, copy: { of: 'part', asOf } }
}

/** Converts a directory row to a user. Omits null fields, which may be empty or unknown. */
export function entryToUser(entry: DirectoryEntry): UserForAdmins {
  const { pending: _, email_confirmed: _isConfirmed, email_domain: _domain, ...known } = entry
  const { identities, ...row } = known
  const fields = Object.entries(row).filter(([, value]) => value !== null)
  const providers = identities.map((provider) => ({ provider }))
  return { ...Object.fromEntries(fields), identities: providers } as UserForAdmins
}
