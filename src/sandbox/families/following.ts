import type { Side } from '../database/follows.ts'
import { countFollows, deleteFollow, follows } from '../database/follows.ts'
import { insertFollow, listFollows } from '../database/follows.ts'
import { userById } from '../database/users.ts'
import { Refusal, forbidden, notFound } from '../errors.ts'
import { handler } from '../handler.ts'
import type { Call, FamilyHandlers } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { integer, required } from '../parameters.ts'
import { basicView, readsProfile } from '../views.ts'

/** Who follows whom. */
export const following: FamilyHandlers<'following'> = {
  follow: change(({ context: { db }, caller, values: { id } }) => {
    if (id === caller.user.id) return false
    // The limit is looked at first, so that it is also told to those who follow this person already.
    if (countFollows(db, caller.user.id, 'following') >= followingLimit) throw tooMany()
    if (follows(db, caller.user.id, id)) return false
    insertFollow(db, caller.user.id, id)
    return true
  }),

  unfollow: change(({ context: { db }, caller, values: { id } }) =>
    deleteFollow(db, caller.user.id, id),
  ),

  followers: people('followers'),
  list: people('following'),
}

/** People that one person can follow (`app/models/users/user_follow_user.rb`). */
export const followingLimit = 300

const tooMany = () =>
  new Refusal(400, {
    message: `You can't follow more than ${followingLimit} users. To follow more users, unfollow some others.`,
  })

/** `apply` returns whether anything changed. */
function change(apply: (call: Call<{ id: number }>) => boolean) {
  return handler({
    parameters: { id: required(integer()) },
    answer: (call) => {
      const { context, values } = call
      const user = userById(context.db, values.id)
      if (!user) throw notFound('User')
      return apply(call) || context.flavour.nothingToFollowIsCreated
        ? basicView(context, user)
        : new Response(null, { status: 304 })
    },
  })
}

function people(side: Side) {
  return handler({
    parameters: { id: required(integer()), ...pagingParameters },
    admitsVisitors: true,
    answer: (call) => {
      const { context, visitor, values } = call
      if (!visitor) throw forbidden('Not authorized!')
      const user = userById(context.db, values.id)
      // Whom a private person knows is private too, and hidden as if there were nobody.
      if (!user || !readsProfile(user, visitor)) throw notFound('User')
      return offsetPage(call, {
        count: () => countFollows(context.db, user.id, side),
        rows: (limit, offset) => listFollows(context.db, user.id, side, limit, offset),
        view: (one) => basicView(context, one),
      })
    },
  })
}
