import type { DirectoryEntry } from '../../../shared/app/directory.ts'
import { isCutOff } from '../../../shared/failure.ts'
import type { Age, Failure } from '../../../shared/failure.ts'
import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { type ViewedActivity, ownActivity } from '../../../shared/viewed-activity.ts'
import { ageOf, aged, failureOf, notCached } from '../../data/latchkey.ts'

/** A person as well as they are known just now. */
export interface DirectoryUser {
  user: AdminUser
  /** What of it is the directory's copy, and since when at the latest, in milliseconds since 1970. */
  copy?: { of: 'all' | 'part'; asOf: number }
  /** Their own last activity is the one before this view. */
  viewed?: ViewedActivity
}

/** What the directory knows of a person. */
interface Copied {
  person?: DirectoryEntry
  asOf?: number
}

/**
 * Reads a person of the service. Where it cannot be reached, or is not asked yet, they are shown as they were read before,
 * with what the directory has learned since, or as the directory has them.
 */
export async function readPerson(
  read: () => Promise<AdminUser>,
  copied: () => Promise<Copied>,
): Promise<DirectoryUser> {
  try {
    const user = await read()
    const age = ageOf(user)
    return age ? aged(withNews(user, age, await copied()), age) : { user }
  } catch (error) {
    const failure = failureOf(error)
    const why = failure === notCached ? undefined : failure
    const found = isCutOff(failure) ? personOfCopy(await copied(), why) : undefined
    if (!found) throw error
    return found
  }
}

/** A user with their own last activity, where the one that the service says is from “View as”. */
export function beforeViews(
  known: DirectoryUser,
  viewed: ViewedActivity | undefined,
): DirectoryUser {
  if (!viewed) return known
  const { user, copy } = known
  const day = ownActivity(user.last_activity_on, viewed)
  // The directory's copy has their own day already.
  const isFromView = day !== user.last_activity_on || (copy && (day ?? null) === viewed.before)
  if (!isFromView) return known
  return aged({ ...known, user: { ...user, last_activity_on: day }, viewed }, ageOf(known))
}

/** A person as the directory has them, with why there is no better answer; nobody where it does not know them. */
function personOfCopy({ person, asOf }: Copied, failure?: Failure): DirectoryUser | undefined {
  if (!person || asOf === undefined) return undefined
  const known: DirectoryUser = { user: userOfCopy(person), copy: { of: 'all', asOf } }
  return aged(known, { asOf, failure })
}

/** What the directory has learned since somebody was read counts more than what was read. */
function withNews(user: AdminUser, { asOf: readAt }: Age, { person, asOf }: Copied): DirectoryUser {
  if (!person || asOf === undefined || asOf <= readAt) return { user }
  const { identities: _, ...news } = userOfCopy(person)
  return { user: { ...user, ...news } as AdminUser, copy: { of: 'part', asOf } }
}

/** A row of the directory as a person; what it says nothing of is left out, because it may be empty or not known. */
export function userOfCopy({ pending: _, identities, ...row }: DirectoryEntry): AdminUser {
  const said = Object.entries(row).filter(([, value]) => value !== null)
  const providers = identities.map((provider) => ({ provider }))
  return { ...Object.fromEntries(said), identities: providers } as AdminUser
}
