import { type Clock, formatDate, day, addTime } from '../clock.ts'
import { namespaceOf } from '../database/new-users.ts'
import { insertFollow } from '../database/follows.ts'
import { type Scope, insertToken } from '../database/tokens.ts'
import { seedAvatars } from './avatars.ts'
import { setCustomAttribute } from '../database/custom-attributes.ts'
import type { Database } from '../database/database.ts'
import { userByUsername } from '../database/users.ts'
import { administrator, blockedUser, ordinaryUser, others } from './cast.ts'
import { createCrowdUser } from './crowd.ts'
import { seedKeys } from './keys.ts'
import { storeLeaver, storeMemberships, storeOwners, storeNamespaces } from './memberships.ts'
import { seedEmails } from './emails.ts'
import { seedOtherTokens } from './other-tokens.ts'
import { seedPipelines } from './pipelines.ts'
import { type SeedUser, storeUser } from './seed-user.ts'
import { type Random, createRandom, tokenSecret } from './random.ts'
import { programs } from './service-accounts.ts'
import { seedCrowdTokens } from './crowd-tokens.ts'
import { seedTokens } from './tokens.ts'

/** The sandbox's tokens by purpose. */
export type SeedTokens = Record<
  'admin' | 'user' | 'read_user' | 'expired' | 'revoked' | 'blocked' | 'granular',
  string
>

/** Permissions of the fine-grained token: enough to sign in, browse, and set a status. */
const granularPermissions = [
  ...['read_user', 'read_status', 'update_status', 'read_preference', 'read_ssh_key'],
  'read_association',
]

const tokenNames: SeedTokens = {
  admin: 'Latchkey',
  user: 'Latchkey',
  read_user: 'Status board',
  expired: 'Old laptop',
  revoked: 'Pasted into a chat',
  blocked: 'Contractor laptop',
  granular: 'Profile widget',
}

const adminId = 1
const ordinaryId = 2
const blockedId = 3
/** The users whom the regular user follows. */
const friends = ['ines', 'tomasz', 'aroha', 'quiet', 'layla.h', 'xiaoyu', 'sunny']
const cast = [administrator, ordinaryUser, blockedUser, ...others, ...programs]

/** How much to create. */
export interface SeedSize {
  seed: string
  users: number
  /** Tokens in addition to the hand-written ones. */
  tokens?: number | undefined
}

/**
 * Fills an empty database with at least `users` users and their tokens. The same seed on the same day produces the same
 * data: times are relative to the start of the day (UTC), so users look recently active.
 */
export function seedDatabase(
  db: Database,
  { seed, users, tokens = 0 }: SeedSize,
  now: Clock,
): void {
  const random = createRandom(seed)
  const today = new Date(`${formatDate(now())}T00:00:00.000Z`)
  const total = Math.max(users, cast.length)
  // A separate random generator, so changes here don't affect other data.
  const memberships = createRandom(`${seed} memberships`)
  const namespaces = storeNamespaces(db)
  for (let index = 0; index < total; index++) {
    const user = cast[index] ?? createCrowdUser(random, index, ageOf(index, total))
    const id = storeUser(db, random, today, withNamespace(user, index + 1))
    followRandomUsers(db, random, id)
    storeMemberships(db, memberships, namespaces, id, user)
  }
  for (const friend of friends) insertFollow(db, ordinaryId, userByUsername(db, friend)!.id)
  storeOwners(db, namespaces)
  storeLeaver(db, namespaces, today)
  storeTokens(db, seed, today)
  seedEmails(db, today)
  seedAvatars(db)
  seedCustomAttributes(db)
  seedTokens(db, seed, today)
  if (tokens > 0) seedCrowdTokens(db, tokens, today)
  seedKeys(db, seed, today, cast.length)
  seedOtherTokens(db, seed, today)
  seedPipelines(db, seed, today)
  db.insert('meta', { name: 'seed', value: seed })
}

/** A seed's tokens; the database only stores their digests. */
export function tokensOf(seed: string): SeedTokens {
  const secret = (purpose: keyof SeedTokens) => tokenSecret(seed, purpose)
  return {
    admin: secret('admin'),
    user: secret('user'),
    read_user: secret('read_user'),
    expired: secret('expired'),
    revoked: secret('revoked'),
    blocked: secret('blocked'),
    granular: secret('granular'),
  }
}

/** Reads the seed that a database was filled with. */
export function seedOf(db: Database): string {
  return db.one<{ value: string }>(`SELECT value FROM meta WHERE name = 'seed'`)!.value
}

function storeTokens(db: Database, seed: string, today: Date): void {
  const createdAt = addTime(today, -30 * day)
  const add = (
    purpose: keyof SeedTokens,
    userId: number,
    scopes: Scope[],
    more: { expires_at?: string; revoked?: true; permissions?: string[] } = {},
  ) =>
    insertToken(db, tokenSecret(seed, purpose), {
      user_id: userId,
      kind: 'personal',
      name: tokenNames[purpose],
      scopes,
      created_at: createdAt.toISOString(),
      expires_at: null,
      ...more,
    })
  add('admin', adminId, ['api', 'sudo', 'admin_mode', 'create_runner'])
  add('user', ordinaryId, ['api', 'create_runner'])
  add('read_user', ordinaryId, ['read_user'])
  add('expired', ordinaryId, ['api'], { expires_at: formatDate(addTime(today, -day)) })
  add('revoked', ordinaryId, ['api'], { revoked: true })
  add('blocked', blockedId, ['api'])
  add('granular', ordinaryId, ['granular'], { permissions: granularPermissions })
}

/** Account age by index: newer accounts have higher ids, spread over five years. */
function ageOf(index: number, total: number): number {
  return Math.round(1825 * (1 - index / total))
}

function withNamespace(user: SeedUser, number: number): SeedUser {
  return { ...user, profile: { ...user.profile, namespace_id: namespaceOf(number) } }
}

/** Users follow earlier users; the first few are popular with everyone. */
function followRandomUsers(db: Database, random: Random, id: number): void {
  if (id === 1 || !random.chance(0.4)) return
  for (let remaining = 1 + random.below(3); remaining > 0; remaining--) {
    const followee = 1 + random.below(random.chance(0.3) ? Math.min(id - 1, 4) : id - 1)
    insertFollow(db, id, followee)
  }
}

/** The hand-written users' custom attributes, by username and key. */
const notes: Record<string, Record<string, string>> = {
  ines: { cost_centre: '1000', department: 'Platform' },
  'maya.lindqvist': { cost_centre: '4200', department: 'Maps', shirt: 'M' },
  tomasz: { department: 'Platform' },
  'piotr.zielinski': { blocked_by: 'ines/1+2025-03-31 16:05:00 UTC', department: 'Maps' },
  'visitor-co': { contract_until: '2027-12-31', department: 'Fontaine & Fils' },
  'saml.sue': { cost_centre: '4200', department: 'Maps' },
  'Nightly.Builds': { owner: 'long-gone' },
  onerror: { department: '<script>alert(1)</script>', 'key with spaces & "quotes"': '100%' },
}

/** Stores custom attributes. Some users share a department, so filtering by it finds several. */
function seedCustomAttributes(db: Database): void {
  for (const [username, attributes] of Object.entries(notes)) {
    const user = userByUsername(db, username)
    for (const [key, value] of Object.entries(attributes)) {
      setCustomAttribute(db, user!.id, { key, value })
    }
  }
}
