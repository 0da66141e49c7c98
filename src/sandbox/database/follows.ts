import type { Database } from './database.ts'

/** Whether the first user follows the second. */
export function followsUser(db: Database, followerId: number, followeeId: number): boolean {
  const follow = 'FROM follows WHERE follower_id = ? AND followee_id = ?'
  return db.count(follow, followerId, followeeId) > 0
}

/** Makes one user follow another. Idempotent. */
export function insertFollow(db: Database, followerId: number, followeeId: number): void {
  db.insert('follows', { follower_id: followerId, followee_id: followeeId }, 'IGNORE')
}

/** Returns whether a follow was removed. */
export function deleteFollow(db: Database, followerId: number, followeeId: number): boolean {
  const follow = 'FROM follows WHERE follower_id = ? AND followee_id = ?'
  return db.run(`DELETE ${follow}`, followerId, followeeId) > 0
}

/** Which list: followers or followed users. */
export type Side = 'followers' | 'following'

const ends = {
  followers: { given: 'followee_id', listed: 'follower_id' },
  following: { given: 'follower_id', listed: 'followee_id' },
}

/** A user's followers, or the users they follow. */
export function followsQuery(userId: number, side: Side) {
  const { given, listed } = ends[side]
  return {
    columns: 'users.*',
    from: `FROM follows JOIN users ON users.id = ${listed} WHERE ${given} = ?`,
    values: [userId],
    orderBy: listed,
  }
}
