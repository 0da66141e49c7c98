import type { Database } from './database.ts'

/** A group counts as `Namespace`, as in the memberships that the service shows. */
export type NamespaceType = 'Namespace' | 'Project'

/** The levels of access by name (`lib/gitlab/access.rb`). */
export const accessLevels = {
  minimal: 5,
  guest: 10,
  planner: 15,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
} as const
export type AccessLevel = (typeof accessLevels)[keyof typeof accessLevels]

/** A group or a project as stored. */
export interface Namespace {
  id: number
  type: NamespaceType
  name: string
}

/** A direct membership with what it is of. */
export interface Membership extends Namespace {
  access_level: AccessLevel
}

/** Stores a group or a project and returns the id. */
export function insertNamespace(db: Database, type: NamespaceType, name: string): number {
  return db.insert('namespaces', {
    type,
    name,
    path: type === 'Namespace' ? groupPath(name) : null,
  })
}

/** What a group's name becomes in an address: `Trail maps` is at `trail-maps`. */
function groupPath(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Whether a group is found under this path, in upper or lower case. */
export function isPathOfGroup(db: Database, path: string): boolean {
  return db.count('FROM namespaces WHERE path = ?', path) > 0
}

/** Stores a membership; the first one in the same place stays. */
export function insertMembership(
  db: Database,
  userId: number,
  namespaceId: number,
  level: AccessLevel,
): void {
  const membership = { user_id: userId, namespace_id: namespaceId, access_level: level }
  db.insert('memberships', membership, 'IGNORE')
}

/** The direct memberships of a user in groups, in projects, or, without a type, in both. */
export function membershipsQuery(userId: number, type?: NamespaceType | null) {
  return {
    from: `FROM memberships JOIN namespaces ON namespaces.id = namespace_id
      WHERE user_id = ?1 AND (?2 IS NULL OR type = ?2)`,
    values: [userId, type ?? null],
  }
}

/** The highest level of access that somebody has anywhere, 0 where they have none. */
export function highestLevel(db: Database, userId: number): number {
  return db.one<{ level: number }>(
    'SELECT coalesce(max(access_level), 0) AS level FROM memberships WHERE user_id = ?',
    userId,
  )!.level
}

/** A group or a project of this type. */
export function namespaceById(
  db: Database,
  type: NamespaceType,
  id: number,
): Namespace | undefined {
  return db.one<Namespace>('SELECT * FROM namespaces WHERE id = ? AND type = ?', id, type)
}

/** Whether somebody owns a group or a project, by a direct membership. */
export function isOwner(db: Database, userId: number, namespaceId: number): boolean {
  const ownership = `FROM memberships WHERE user_id = ? AND namespace_id = ? AND access_level = ${accessLevels.owner}`
  return db.count(ownership, userId, namespaceId) > 0
}

/** The groups that have no other owner than this person. */
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
