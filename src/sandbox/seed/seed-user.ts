import { day, formatDate, hour, addTime } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { blankProfile, emptyCounts } from '../database/new-users.ts'
import { insertUser } from '../database/users.ts'
import type { Counts, Profile, UserKind, UserState } from '../database/users.ts'
import { saveStatus } from '../statuses.ts'
import type { Random } from './random.ts'

/** The fields that a seeded user sets; all others have defaults. */
export interface SeedUser {
  username: string
  name: string
  state?: UserState
  kind?: UserKind
  admin?: boolean
  auditor?: boolean
  locked?: boolean
  external?: boolean
  twoFactor?: boolean
  privateProfile?: boolean
  unconfirmed?: boolean
  showsEmail?: boolean
  createdById?: number
  /** Number of shared projects that the user belongs to. */
  projects?: number
  /** Number of shared groups that the user belongs to. */
  groups?: number
  /** Days since the account was created. */
  age?: number
  /** Days since the last activity; null for a user who never signed in. */
  lastSeen?: number | null
  profile?: Partial<Profile>
  counts?: Partial<Counts>
  status?: {
    emoji: string
    message?: string
    busy?: boolean
    /** Days after seeding. */
    clearsIn?: number
  }
  identities?: { provider: string; externUid: string; samlProviderId?: number }[]
}

/** Stores a user as of `today`, the start of a day, and returns their id. */
export function storeUser(db: Database, random: Random, today: Date, user: SeedUser): number {
  const minutes = random.below(24 * 60) * 60_000
  const ago = (days: number) => addTime(today, minutes - days * day - day).toISOString()
  const age = user.age ?? 30 + random.below(1500)
  const lastSeen = user.lastSeen === undefined ? random.below(20) : user.lastSeen
  const createdAt = ago(age)
  const lastSeenAt = lastSeen === null ? null : ago(Math.min(lastSeen, age))
  const email = `${user.username}@example.com`
  const id = insertUser(db, {
    username: user.username,
    name: user.name,
    email,
    public_email: user.showsEmail ? email : null,
    state: user.state ?? 'active',
    kind: user.kind ?? 'human',
    locked: user.locked ? 1 : 0,
    admin: user.admin ? 1 : 0,
    auditor: user.auditor ? 1 : 0,
    external: user.external ? 1 : 0,
    two_factor_enabled: user.twoFactor ? 1 : 0,
    private_profile: user.privateProfile ? 1 : 0,
    projects_count: user.projects ?? 0,
    created_by_id: user.createdById ?? null,
    created_at: createdAt,
    updated_at: lastSeenAt ?? createdAt,
    confirmed_at: user.unconfirmed ? null : addTime(new Date(createdAt), hour).toISOString(),
    current_sign_in_at: lastSeenAt,
    last_sign_in_at: lastSeenAt && addTime(new Date(lastSeenAt), -2 * hour).toISOString(),
    last_activity_on: lastSeenAt && formatDate(new Date(lastSeenAt)),
    profile: {
      ...blankProfile,
      commit_email: email,
      projects_limit: user.external ? 0 : 100,
      can_create_group: !user.external,
      sign_in_count: lastSeenAt ? 1 + random.below(400) : 0,
      current_sign_in_ip: lastSeenAt && `192.0.2.${1 + random.below(254)}`,
      last_sign_in_ip: lastSeenAt && `198.51.100.${1 + random.below(254)}`,
      ...user.profile,
    },
    counts: { ...emptyCounts, ...user.counts },
  })
  storeStatusAndIdentities(db, today, id, user)
  return id
}

function storeStatusAndIdentities(
  db: Database,
  today: Date,
  id: number,
  { status, identities = [] }: SeedUser,
) {
  if (status) {
    saveStatus(
      { db },
      {
        user_id: id,
        emoji: status.emoji,
        message: status.message ?? null,
        availability: status.busy ? 'busy' : 'not_set',
        clear_status_at:
          status.clearsIn === undefined
            ? null
            : addTime(today, status.clearsIn * day).toISOString(),
      },
    )
  }
  for (const { provider, externUid, samlProviderId } of identities) {
    db.insert('identities', {
      user_id: id,
      provider,
      extern_uid: externUid,
      saml_provider_id: samlProviderId ?? null,
      updated_at: today.toISOString(),
    })
  }
}
