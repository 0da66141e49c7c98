import type { Database } from './database.ts'

/** Whether the first one follows the second. */
export function followsUser(db: Database, followerId: number, followeeId: number): boolean {
  const follow = 'FROM follows WHERE follower_id = ? AND followee_id = ?'
  return db.count(follow, followerId, followeeId) > 0
}

/** Stores that somebody follows somebody else; it may be so already. */
export function insertFollow(db: Database, followerId: number, followeeId: number): void {
  db.insert('follows', { follower_id: followerId, followee_id: followeeId }, 'IGNORE')
}

/** Returns whether there was anything to forget. */
export function deleteFollow(db: Database, followerId: number, followeeId: number): boolean {
  const follow = 'FROM follows WHERE follower_id = ? AND followee_id = ?'
  return db.run(`DELETE ${follow}`, followerId, followeeId) > 0
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
