import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { BasicUser } from './user-fields.ts'

// 304 without a body means that nothing was changed (app/models/users/user_follow_user.rb).
const followAnswer = { returns: BasicUser.optional().catch(undefined), status: [201, 304] } as const
const userList = { returns: z.array(BasicUser), paged: true } as const

export const following = {
  follow: endpoint('POST', '/users/:id/follow', followAnswer),
  unfollow: endpoint('POST', '/users/:id/unfollow', followAnswer),
  followers: endpoint('GET', '/users/:id/followers', userList),
  list: endpoint('GET', '/users/:id/following', userList),
}
