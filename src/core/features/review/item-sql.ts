import type { ItemFinding, ReviewSubject } from '../../../shared/rules/review.ts'
import { maxDepth } from './places.ts'

/** Parameter 1 is a JSON list of users. */
const users = 'SELECT value FROM json_each(?1)'

/** The users of a rebuild who were read. Bots are left out unless service accounts are reviewed. */
const people = (subjects: readonly ReviewSubject[]) =>
  `SELECT * FROM users WHERE id IN (${users}) AND read_at IS NOT NULL AND gone = 0${
    subjects.includes('serviceAccounts')
      ? ''
      : ' AND coalesce(bot, 0) = 0 AND coalesce(project_bot, 0) = 0'
  }`

/** The words of `unread` as a JSON list. An edited row may contain anything. */
const partsSql = String.raw`'["' || replace(replace(replace(p.unread, '\', ''), '"', ''), ' ', '","') || '"]'`

const columns = 'id, user, kind, title, source_type, source, level, expires_at, origin, granted_by'

// guard: group-depth
const maxBelow = maxDepth

/**
 * The most access of a user through invited groups. Groups that invite each other make as many items as the square of their
 * number.
 */
// guard: shared-access
export const maxShared = 20_000

/**
 * A user's access. `own` are direct memberships, `below` everything inside a group, and `invited` the places that a
 * membership reaches because its group was invited: direct members of a group that was invited to a group or project, and
 * for a project also members of the groups around the invited one (`app/finders/members_finder.rb`).
 */
const access = (subjects: readonly ReviewSubject[], isOfGroup: boolean) => `
  WITH RECURSIVE
  people AS MATERIALIZED (${people(subjects)}),
  own (type, place, user, level, expires_at, granted_by, name) AS MATERIALIZED (
    SELECT m.type, m.place, m.user, m.level, m.expires_at, m.granted_by, NULL
      FROM people JOIN place_members m ON m.user = people.id
    UNION ALL
    SELECT m.type, m.source, m.user, coalesce(m.level, 0), NULL, NULL, m.name
      FROM people JOIN memberships m ON m.user = people.id
      LEFT JOIN places p ON p.type = m.type AND p.id = m.source
      WHERE (${isOfGroup ? '0' : 'p.type IS NULL'} OR (p.reviewed = 1 AND p.read_at IS NULL) OR instr(p.unread, 'direct') > 0)
        AND NOT EXISTS (SELECT 1 FROM place_members x
          WHERE x.type = m.type AND x.place = m.source AND x.user = m.user)
  ),
  roots (id) AS (
    SELECT place FROM own WHERE type = 'Namespace'
    UNION SELECT s.place FROM place_shares s
      WHERE s.type = 'Namespace' AND s.invited IN (SELECT place FROM own WHERE type = 'Namespace')
  ),
  below (root, type, id, depth) AS (
    SELECT id, 'Namespace', id, 0 FROM roots
    UNION SELECT b.root, p.type, p.id, b.depth + 1 FROM below b JOIN places p ON p.parent = b.id
      WHERE b.type = 'Namespace' AND b.depth < ${maxBelow}
  ),
  -- The order is given, because SQLite would start with all shares.
  invited (type, place, user, level, expires_at, invited, member_of) AS MATERIALIZED (
    SELECT s.type, s.place, o.user, min(o.level, s.level),
      min(coalesce(o.expires_at, s.expires_at), coalesce(s.expires_at, o.expires_at)), s.invited, o.place
    FROM own o CROSS JOIN below b ON b.root = o.place AND b.type = 'Namespace'
      CROSS JOIN place_shares s ON s.invited = b.id AND (s.type = 'Project' OR b.id = o.place)
    WHERE o.type = 'Namespace' LIMIT ${maxShared}
  ),
  reached (type, id, user, level, expires_at, invited, member_of, by_type, by_place) AS (
    SELECT b.type, b.id, i.user, i.level, i.expires_at, i.invited, i.member_of, i.type, i.place
      FROM invited i CROSS JOIN below b ON b.root = i.place WHERE i.type = 'Namespace'
    UNION ALL
    SELECT type, place, user, level, expires_at, invited, member_of, type, place FROM invited WHERE type = 'Project'
  )
  SELECT 'direct:' || o.type || ':' || o.place || ':' || o.user AS id, o.user, 'direct' AS kind,
    coalesce(p.path, o.name, '#' || o.place) AS title, o.type AS source_type, o.place AS source, o.level, o.expires_at,
    NULL AS origin, o.granted_by
  FROM own o LEFT JOIN places p ON p.type = o.type AND p.id = o.place WHERE coalesce(p.reviewed, 1) = 1
  UNION ALL
  SELECT 'inherited:' || p.type || ':' || p.id || ':' || o.user || ':' || o.place, o.user, 'inherited', p.path, p.type, p.id,
    o.level, o.expires_at, (SELECT path FROM places WHERE type = 'Namespace' AND id = o.place), NULL
  FROM own o JOIN below b ON b.root = o.place JOIN places p ON p.type = b.type AND p.id = b.id
  WHERE o.type = 'Namespace' AND p.reviewed = 1 AND NOT (b.type = 'Namespace' AND b.id = o.place)
  UNION ALL
  SELECT * FROM (SELECT 'shared:' || p.type || ':' || p.id || ':' || r.user || ':' || r.member_of || ':' || r.invited || ':' || r.by_type
    || ':' || r.by_place, r.user, 'shared', p.path, p.type, p.id, r.level, r.expires_at,
    (SELECT path FROM places WHERE type = 'Namespace' AND id = r.member_of), NULL
  FROM reached r CROSS JOIN places p ON p.type = r.type AND p.id = r.id WHERE p.reviewed = 1 LIMIT ${maxShared})`

/** SQL statements that rebuild the items of users, in order. Each has one parameter: a JSON list of users. */
export function rebuildSql(subjects: readonly ReviewSubject[], isOfGroup: boolean): string[] {
  const has = (subject: ReviewSubject) => subjects.includes(subject)
  const kinds = [
    ...(has('keys') ? ['ssh', 'gpg'] : []),
    ...(has('tokens') ? ['token', 'personal'] : []),
  ].map((kind) => `'${kind}'`)
  const insert = (select: string) => `INSERT OR REPLACE INTO items (${columns}) ${select}`
  return [
    `DELETE FROM items WHERE user IN (${users})`,
    insert(`SELECT 'account:' || id, id, 'account', coalesce(email, ''), NULL, NULL, NULL, NULL, NULL, NULL
      FROM (${people(subjects)})`),
    ...(has('administrators')
      ? [
          insert(`SELECT 'administrator:' || id, id, 'administrator', '', NULL, NULL, NULL, NULL, NULL, NULL
            FROM (${people(subjects)}) WHERE is_admin = 1`),
        ]
      : []),
    ...(kinds.length > 0
      ? [
          insert(`SELECT iif(c.kind IN ('token', 'personal'), 'token', c.kind) || ':' || c.id, c.user, c.kind, c.title, NULL,
            NULL, NULL, c.expires_at, NULL, NULL
          FROM (${people(subjects)}) p JOIN credentials c ON c.user = p.id
          WHERE coalesce(c.active, 1) = 1 AND c.kind IN (${kinds.join()})`),
        ]
      : []),
    ...(has('memberships')
      ? [
          insert(access(subjects, isOfGroup)),
          insert(`SELECT 'unread:' || user || ':memberships', user, 'unread', '', NULL, NULL, NULL, NULL, 'memberships', NULL
          FROM items WHERE user IN (${users}) AND kind = 'shared' GROUP BY user HAVING count(*) >= ${maxShared}`),
          // GitLab lists more than was explained.
          insert(`SELECT 'unexplained:' || l.type || ':' || l.place || ':' || l.user, l.user, 'unexplained', p.path, l.type,
            l.place, l.level, NULL, NULL, NULL
          FROM place_listed l JOIN places p ON p.type = l.type AND p.id = l.place
          WHERE l.user IN (SELECT id FROM (${people(subjects)})) AND p.reviewed = 1 AND l.level > coalesce(
            (SELECT max(i.level) FROM items i WHERE i.user = l.user AND i.source_type = l.type AND i.source = l.place), -1)`),
        ]
      : []),
    insert(`SELECT 'unread:' || p.id || ':' || part.value, p.id, 'unread', '', NULL, NULL, NULL, NULL, part.value, NULL
      FROM (${people(subjects)}) p, json_each(${partsSql}) part
      WHERE p.unread <> ''`),
    `UPDATE users SET outdated = 0 WHERE id IN (${users})`,
  ]
}

/** SQL conditions on an item `i`. `:me` is the reviewer’s user ID. */
export const findingConditions: Readonly<Record<ItemFinding, string>> = {
  new: `i.kind <> 'unread' AND EXISTS (SELECT 1 FROM earlier_items)
    AND NOT EXISTS (SELECT 1 FROM earlier_items e WHERE e.id = i.id)`,
  returned: `EXISTS (SELECT 1 FROM earlier_items e WHERE e.id = i.id AND e.decision = 'remove' AND e.done = 1)`,
  notCarriedOut: `EXISTS (SELECT 1 FROM earlier_items e
    WHERE e.id = i.id AND e.decision IN ('change', 'remove') AND e.done = 0)`,
  own: 'i.user = :me',
  grantedByReviewer: 'i.granted_by = :me',
  grantorUnknown: `i.kind = 'direct' AND i.granted_by IS NULL`,
}
