import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * Usually a bare `true`, `false` or `null` ("nothing to do"), or a message; none of them proves anything: what the person is
 * afterwards is read from GET /users/:id. app/services/users/*_service.rb
 */
const ModerationAnswer = z.unknown()

// Screens act through the queue of actions, which looks before it sends and after.
const moderate = { returns: ModerationAnswer, admin: true, local: true } as const

export const moderation = {
  block: endpoint('POST', '/users/:id/block', moderate),
  unblock: endpoint('POST', '/users/:id/unblock', moderate),
  deactivate: endpoint('POST', '/users/:id/deactivate', moderate),
  activate: endpoint('POST', '/users/:id/activate', moderate),
  ban: endpoint('POST', '/users/:id/ban', moderate),
  unban: endpoint('POST', '/users/:id/unban', moderate),
  approve: endpoint('POST', '/users/:id/approve', moderate),
  /** Deletes the account for good. 200 in GitLab's code, 201 in its OpenAPI description. */
  reject: endpoint('POST', '/users/:id/reject', { ...moderate, status: [200, 201] }),
}

/** Switches two-factor authentication off; not for oneself, and not for other administrators. */
export const twoFactor = {
  disable: endpoint('PATCH', '/users/:id/disable_two_factor', {
    returns: z.undefined(),
    status: [204],
    admin: true,
    local: true,
  }),
}
