import type { DirectoryEntry } from '../../../shared/app/directory.ts'
import { isUnreachable } from '../../../shared/failure.ts'
import type { Age, Failure } from '../../../shared/failure.ts'
import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { type ViewedActivity, ownActivity } from '../../../shared/viewed-activity.ts'
import { ageOf, aged, failureOf, notCached } from '../../data/latchkey.ts'

/** The best data available about a user. */
export interface KnownUser {
  user: AdminUser
  /** The part that is from the directory, and when that was updated, in milliseconds since 1970. */
  copy?: { of: 'all' | 'part'; asOf: number }
  /** The view before which they were last active. */
  viewed?: ViewedActivity
}

/** The user in the directory. */
interface DirectoryCopy {
  person?: DirectoryEntry
  asOf?: number
}

/**
 * Reads a user from GitLab. If GitLab can't be reached or is not read yet, they are shown as they were read before, with newer
 * data of the directory, or as the directory has them.
 */
export async function readUser(
  read: () => Promise<AdminUser>,
  copied: () => Promise<DirectoryCopy>,
): Promise<KnownUser> {
  try {
    const user = await read()
    const age = ageOf(user)
    return age ? aged(withUpdates(user, age, await copied()), age) : { user }
  } catch (error) {
    const failure = failureOf(error)
    const why = failure === notCached ? undefined : failure
    const found = isUnreachable(failure) ? userFromDirectory(await copied(), why) : undefined
    if (!found) throw error
    return found
  }
}

/** A user with their own last activity, where the one from GitLab is from “View as”. */
export function beforeViews(known: KnownUser, viewed: ViewedActivity | undefined): KnownUser {
  if (!viewed) return known
  const { user, copy } = known
  const day = ownActivity(user.last_activity_on, viewed)
  // The directory's copy has their own day already.
  const isFromView = day !== user.last_activity_on || (copy && (day ?? null) === viewed.before)
  if (!isFromView) return known
  return aged({ ...known, user: { ...user, last_activity_on: day }, viewed }, ageOf(known))
}

/** A user from the directory, with the reason why GitLab was not read; undefined if the directory doesn't have them. */
function userFromDirectory(
  { person, asOf }: DirectoryCopy,
  failure?: Failure,
): KnownUser | undefined {
  if (!person || asOf === undefined) return undefined
  const known: KnownUser = { user: userOfCopy(person), copy: { of: 'all', asOf } }
  return aged(known, { asOf, failure })
}

/** Newer data of the directory replaces what was read before. */
function withUpdates(
  user: AdminUser,
  { asOf: readAt }: Age,
  { person, asOf }: DirectoryCopy,
): KnownUser {
  if (!person || asOf === undefined || asOf <= readAt) return { user }
  const { identities: _, ...updates } = userOfCopy(person)
  return { user: { ...user, ...updates } as AdminUser, copy: { of: 'part', asOf } }
}

/** A row of the directory as a user. Null fields are left out, because they may be empty or unknown. */
export function userOfCopy({ pending: _, identities, ...row }: DirectoryEntry): AdminUser {
  const said = Object.entries(row).filter(([, value]) => value !== null)
  const providers = identities.map((provider) => ({ provider }))
  return { ...Object.fromEntries(said), identities: providers } as AdminUser
}
