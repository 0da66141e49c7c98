import type { Database } from './database.ts'

/** Groups are called `Namespace`, as in GitLab's memberships. */
export type NamespaceType = 'Namespace' | 'Project'

/** Access levels by name (`lib/gitlab/access.rb`). */
export const accessLevels = {
  minimal: 5,
  guest: 10,
  planner: 15,
  reporter: 20,
  securityManager: 25,
  developer: 30,
  maintainer: 40,
  owner: 50,
} as const
export type AccessLevel = (typeof accessLevels)[keyof typeof accessLevels]

/** A group or a project as stored. */
export interface Namespace {
  id: number
  type: NamespaceType
  /** The ID in API responses. */
  number: number
  name: string
  parent_id: number | null
  holder_id: number | null
  /** A group's path in its parent; null for a project. */
  path?: string | null
}

/** A direct membership with its group or project. */
export interface Membership extends Namespace {
  access_level: AccessLevel
  expires_at: string | null
  /** Who added the member; null if nobody knows. */
  created_by_id: number | null
}

/** What contains a group or project: a group or a user's namespace. */
type Place = Partial<Pick<Namespace, 'parent_id' | 'holder_id'>>

/** Stores a group or project and returns its id. */
export function insertNamespace(
  db: Database,
  type: NamespaceType,
  name: string,
  place: Place = {},
): number {
  const { number } = db.one<{ number: number }>(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM namespaces WHERE type = ?',
    type,
  )!
  return db.insert('namespaces', {
    type,
    number,
    name,
    parent_id: place.parent_id ?? null,
    holder_id: place.holder_id ?? null,
    path: type === 'Namespace' ? groupPath(name) : null,
  })
}

/** Turns a group's name into a path: `Trail maps` becomes `trail-maps`. */
function groupPath(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Whether a group has this path, ignoring case. */
export function isGroupPath(db: Database, path: string): boolean {
  return db.count('FROM namespaces WHERE path = ?', path) > 0
}

/** Stores a membership, unless the user already has one there. */
export function insertMembership(
  db: Database,
  userId: number,
  namespaceId: number,
  level: AccessLevel,
  expires_at: string | null = null,
): void {
  const membership = { user_id: userId, namespace_id: namespaceId, access_level: level, expires_at }
  db.insert('memberships', membership, 'IGNORE')
}

/** A user's direct membership in a group or project. */
export function membershipIn(
  db: Database,
  userId: number,
  namespaceId: number,
): Pick<Membership, 'access_level' | 'expires_at' | 'created_by_id'> | undefined {
  return db.one(
    'SELECT access_level, expires_at, created_by_id FROM memberships WHERE user_id = ? AND namespace_id = ?',
    userId,
    namespaceId,
  )
}

/** Removes a user from a group or project and, optionally, from everything inside the group. */
export function removeMembership(
  db: Database,
  userId: number,
  namespaceId: number,
  { skipsSubresources }: { skipsSubresources: boolean },
): void {
  db.transaction(() => {
    db.run(
      `WITH RECURSIVE inside (id) AS (
        VALUES (?1) UNION SELECT namespaces.id FROM namespaces JOIN inside ON parent_id = inside.id WHERE ?3 = 0
      )
      DELETE FROM memberships WHERE user_id = ?2 AND namespace_id IN (SELECT id FROM inside)`,
      namespaceId,
      userId,
      skipsSubresources ? 1 : 0,
    )
    countProjects(db, userId)
  })
}

/** Updates the number of projects that a user is a member of. */
export function countProjects(db: Database, userId: number): void {
  db.run(
    `UPDATE users SET projects_count = (
       SELECT count(*) FROM memberships JOIN namespaces ON namespaces.id = namespace_id
       WHERE user_id = users.id AND type = 'Project') WHERE id = ?`,
    userId,
  )
}

/** Whether a user is the only owner of a group, including ancestors. */
export function isLastOwner(db: Database, userId: number, namespaceId: number): boolean {
  const others = `WITH RECURSIVE around (id) AS (
      VALUES (?1) UNION SELECT parent_id FROM namespaces JOIN around ON namespaces.id = around.id WHERE parent_id IS NOT NULL
    )
    SELECT 1 FROM memberships WHERE namespace_id IN (SELECT id FROM around)
      AND access_level = ${accessLevels.owner} AND user_id <> ?2`
  return isOwner(db, userId, namespaceId) && !db.one(others, namespaceId, userId)
}

/** A user's direct memberships of one type, or of both types by default. */
export function membershipsQuery(userId: number, type?: NamespaceType | null) {
  return {
    from: `FROM memberships JOIN namespaces ON namespaces.id = namespace_id
      WHERE user_id = ?1 AND (?2 IS NULL OR type = ?2)`,
    values: [userId, type ?? null],
  }
}

/** A user's highest access level anywhere, or 0. */
export function highestLevel(db: Database, userId: number): number {
  return db.one<{ level: number }>(
    'SELECT coalesce(max(access_level), 0) AS level FROM memberships WHERE user_id = ?',
    userId,
  )!.level
}

/** The group or project with this ID in API responses. */
export function namespaceByNumber(
  db: Database,
  type: NamespaceType,
  number: number,
): Namespace | undefined {
  return db.one<Namespace>('SELECT * FROM namespaces WHERE number = ? AND type = ?', number, type)
}

/** The group with this full path, such as `platform/backend`, or with this ID in API responses. */
export function groupByPathOrNumber(db: Database, text: string): Namespace | undefined {
  if (/^\d+$/.test(text)) return namespaceByNumber(db, 'Namespace', Number(text))
  let group: Namespace | undefined
  for (const path of text.toLowerCase().split('/')) {
    group = db.one<Namespace>(
      `SELECT * FROM namespaces WHERE type = 'Namespace' AND path = ? AND parent_id IS ?`,
      path,
      group?.id ?? null,
    )
    if (!group) return undefined
  }
  return group
}

/** The project with this full path, such as `platform/backend/api`, or with this ID in API responses. */
export function projectByPathOrNumber(db: Database, text: string): Namespace | undefined {
  if (/^\d+$/.test(text)) return namespaceByNumber(db, 'Project', Number(text))
  const groups = text.toLowerCase().split('/')
  const path = groups.pop()
  const group = groups.length > 0 ? groupByPathOrNumber(db, groups.join('/')) : undefined
  if (groups.length > 0 && !group) return undefined
  return db
    .all<Namespace>(
      `SELECT * FROM namespaces WHERE type = 'Project' AND parent_id IS ?`,
      group?.id ?? null,
    )
    .find(({ name }) => groupPath(name) === path)
}

/** A user's access level in a group or project, directly or through the groups around it, or 0. */
export function levelIn(db: Database, userId: number, namespaceId: number): number {
  return db.one<{ level: number }>(
    `WITH RECURSIVE around (id) AS (
       VALUES (?1) UNION SELECT parent_id FROM namespaces JOIN around ON namespaces.id = around.id WHERE parent_id IS NOT NULL
     )
     SELECT coalesce(max(access_level), 0) AS level FROM memberships
     WHERE user_id = ?2 AND namespace_id IN (SELECT id FROM around)`,
    namespaceId,
    userId,
  )!.level
}

/** The direct members of a group or project. */
export function directMembersQuery(namespaceId: number) {
  return {
    from: 'FROM memberships AS members JOIN users ON users.id = user_id WHERE namespace_id = ?1',
    values: [namespaceId],
  }
}

/**
 * All members of a group or project with their highest level: direct ones, those of the groups around it, and direct
 * members of groups that were invited to any of these. A project also gets the members of the groups around a group that was
 * invited to the project itself (`app/finders/group_members_finder.rb`, `app/finders/members_finder.rb`).
 */
export function membersQuery(namespaceId: number) {
  return {
    from: `FROM (
      WITH RECURSIVE around (id) AS (
        VALUES (?1) UNION SELECT parent_id FROM namespaces JOIN around ON namespaces.id = around.id WHERE parent_id IS NOT NULL
      ),
      own (id, level) AS (
        SELECT group_id, access_level FROM shares JOIN namespaces ON namespaces.id = namespace_id
          WHERE namespace_id = ?1 AND type = 'Project'
        UNION SELECT parent_id, level FROM namespaces JOIN own ON namespaces.id = own.id WHERE parent_id IS NOT NULL
      ),
      invited (id, level) AS (
        SELECT group_id, access_level FROM shares WHERE namespace_id IN (SELECT id FROM around)
        UNION SELECT id, level FROM own
      )
      SELECT user_id, max(level) AS access_level, expires_at, created_by_id FROM (
        SELECT user_id, access_level AS level, expires_at, created_by_id FROM memberships
          WHERE namespace_id IN (SELECT id FROM around)
        UNION ALL SELECT user_id, min(access_level, level), expires_at, created_by_id
          FROM memberships JOIN invited ON namespace_id = invited.id
      ) GROUP BY user_id
    ) AS members JOIN users ON users.id = user_id`,
    values: [namespaceId],
  }
}

/** A group that was invited to a group or project. */
export interface Share {
  /** Its ID in API responses. */
  number: number
  name: string
  access_level: AccessLevel
  expires_at: string | null
}

/** The groups that were invited to a group or project. */
export function sharesOf(db: Database, namespaceId: number): Share[] {
  return db.all<Share>(
    `SELECT number, name, access_level, shares.expires_at FROM shares JOIN namespaces ON namespaces.id = group_id
     WHERE namespace_id = ? ORDER BY number`,
    namespaceId,
  )
}

/** The full path of a group or project, such as `platform/backend`; a user's project starts with the username. */
export function fullPath(db: Database, { name, path, parent_id, holder_id }: Namespace): string {
  const own = path ?? groupPath(name)
  if (parent_id !== null) {
    return `${fullPath(db, db.one<Namespace>('SELECT * FROM namespaces WHERE id = ?', parent_id)!)}/${own}`
  }
  if (holder_id === null) return own
  const { username } = db.one<{ username: string }>(
    'SELECT username FROM users WHERE id = ?',
    holder_id,
  )!
  return `${username}/${own}`
}

/** Sets the access level of a direct member. */
export function changeMembership(
  db: Database,
  userId: number,
  namespaceId: number,
  level: AccessLevel,
): void {
  db.run(
    'UPDATE memberships SET access_level = ? WHERE user_id = ? AND namespace_id = ?',
    level,
    userId,
    namespaceId,
  )
}

/** Whether a user owns a group or project through a direct membership. */
export function isOwner(db: Database, userId: number, namespaceId: number): boolean {
  const ownership = `FROM memberships WHERE user_id = ? AND namespace_id = ? AND access_level = ${accessLevels.owner}`
  return db.count(ownership, userId, namespaceId) > 0
}

/** The groups whose only owner is this user. */
export function solelyOwnedGroups(db: Database, userId: number): Namespace[] {
  return db.all<Namespace>(
    `SELECT namespaces.* FROM memberships AS own JOIN namespaces ON namespaces.id = own.namespace_id
     WHERE own.user_id = ? AND type = 'Namespace' AND own.access_level = ${accessLevels.owner} AND NOT EXISTS (
       SELECT 1 FROM memberships AS other WHERE other.namespace_id = own.namespace_id
       AND other.access_level = ${accessLevels.owner} AND other.user_id <> own.user_id)
     ORDER BY namespaces.id`,
    userId,
  )
}
