import type { Database } from './database.ts'

/** Whether the first one follows the second. */
export function isFollowing(db: Database, followerId: number, followeeId: number): boolean {
  const found = db.one(
    'SELECT 1 FROM follows WHERE follower_id = ? AND followee_id = ?',
    followerId,
    followeeId,
  )
  return found !== undefined
}

/** Stores that somebody follows somebody else; it may be so already. */
export function insertFollow(db: Database, followerId: number, followeeId: number): void {
  db.run(
    'INSERT OR IGNORE INTO follows (follower_id, followee_id) VALUES (?, ?)',
    followerId,
    followeeId,
  )
}

/** Returns whether there was anything to forget. */
export function deleteFollow(db: Database, followerId: number, followeeId: number): boolean {
  const { changes } = db.run(
    'DELETE FROM follows WHERE follower_id = ? AND followee_id = ?',
    followerId,
    followeeId,
  )
  return changes > 0
}

/** The two ends of following, as a list of people around one. */
export type Side = 'followers' | 'following'

const ends = {
  followers: { given: 'followee_id', listed: 'follower_id' },
  following: { given: 'follower_id', listed: 'followee_id' },
}

/** The users who follow a user, or whom that user follows. */
export function followsQuery(userId: number, side: Side) {
  const { given, listed } = ends[side]
  return {
    columns: 'users.*',
    from: `FROM follows JOIN users ON users.id = ${listed} WHERE ${given} = ?`,
    values: [userId],
    orderBy: listed,
  }
}
