import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * Usually a bare `true`, `false` or `null` ("nothing to do"), or a message. None of these is conclusive, so the queue
 * then reads the user's state with GET /users/:id. app/services/users/*_service.rb
 */
const ModerationAnswer = z.unknown()

// Screens use the queue, which reads the user before and after each action.
const moderate = { returns: ModerationAnswer, admin: true, local: true } as const

export const moderation = {
  block: endpoint('POST', '/users/:id/block', moderate),
  unblock: endpoint('POST', '/users/:id/unblock', moderate),
  deactivate: endpoint('POST', '/users/:id/deactivate', moderate),
  activate: endpoint('POST', '/users/:id/activate', moderate),
  ban: endpoint('POST', '/users/:id/ban', moderate),
  unban: endpoint('POST', '/users/:id/unban', moderate),
  approve: endpoint('POST', '/users/:id/approve', moderate),
  /** Permanently deletes the account. 200 in GitLab's code, 201 in its OpenAPI description. */
  reject: endpoint('POST', '/users/:id/reject', { ...moderate, status: [200, 201] }),
}

/** Disables two-factor authentication of a user who isn't an administrator. */
export const twoFactor = {
  disable: endpoint('PATCH', '/users/:id/disable_two_factor', {
    returns: z.undefined(),
    status: [204],
    admin: true,
    local: true,
  }),
}
