import type { Side } from '../database/follows.ts'
import { deleteFollow, followsQuery, insertFollow, followsUser } from '../database/follows.ts'
import { userById } from '../database/users.ts'
import type { User } from '../database/users.ts'
import { ApiError, forbidden, notFound } from '../errors.ts'
import { defineHandler } from '../handler.ts'
import type { Call, FamilyHandlers } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { integer, required } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import { basicView, canReadProfile } from '../views.ts'

/** Followers and followed users. */
export const followingHandlers: FamilyHandlers<'following'> = {
  follow: followHandler(({ context: { db }, caller, values: { id } }) => {
    if (id === caller.user.id) return false
    // The limit is checked first, so it also applies to users whom the caller already follows.
    const count = db.count('FROM follows WHERE follower_id = ?', caller.user.id)
    if (count >= followingLimit) throw tooMany()
    if (followsUser(db, caller.user.id, id)) return false
    insertFollow(db, caller.user.id, id)
    return true
  }),

  unfollow: followHandler(({ context: { db }, caller, values: { id } }) =>
    deleteFollow(db, caller.user.id, id),
  ),

  followers: followListHandler('followers'),
  list: followListHandler('following'),
}

/** Maximum number of users that a user can follow (`app/models/users/user_follow_user.rb`). */
export const followingLimit = 300

const tooMany = () =>
  new ApiError(400, {
    message: `You can't follow more than ${followingLimit} users. To follow more users, unfollow some others.`,
  })

/** `apply` returns whether anything changed. */
function followHandler(apply: (call: Call<{ id: number }>) => boolean) {
  return defineHandler({
    parameters: { id: required(integer()) },
    answer: (call) => {
      const { context, values } = call
      const user = requireUser(context, values.id)
      return apply(call) || context.flavor.repeatedFollowIsCreated
        ? basicView(context, user)
        : new Response(null, { status: 304 })
    },
  })
}

function followListHandler(side: Side) {
  return defineHandler({
    parameters: { id: required(integer()), ...pagingParameters },
    allowsAnonymous: true,
    answer: (call) => {
      const { context, optionalCaller: visitor, values } = call
      if (!visitor) throw forbidden('Not authorized!')
      const user = userById(context.db, values.id)
      // A private profile's lists return 404, as if the user didn't exist.
      if (!user || !canReadProfile(user, visitor)) throw notFound('User')
      return offsetPage<User>(call, {
        ...followsQuery(user.id, side),
        view: (listed) => basicView(context, listed),
      })
    },
  })
}
