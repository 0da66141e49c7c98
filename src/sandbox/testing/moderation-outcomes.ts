export const events = [
  'block',
  'unblock',
  'deactivate',
  'activate',
  'ban',
  'unban',
  'approve',
  'reject',
]
/** All states that an account can be in. */
export const states = [
  'active',
  'deactivated',
  'blocked',
  'ldap_blocked',
  'blocked_pending_approval',
  'banned',
]

/** The usual response. */
export const done = { status: 201, body: true }
/** An error response with a message. */
export const refused = (message: string, status = 403) => ({ status, body: { message } })
/** The response to `approve` and `reject`. */
export const success = { message: 'Success' }
const mustUnblock = refused('Error occurred. A blocked user must be unblocked to be activated')
const noDeactivation = refused('Error occurred. A blocked user cannot be deactivated')
const notPending = refused('The user you are trying to approve is not pending approval', 409)
const noRequest = refused('User does not have a pending request', 409)
const noBan = (state: string) => refused(`You cannot ban ${state} users.`)
const noUnban = (state: string) => refused(`You cannot unban ${state} users.`)

/** Each event's response and resulting state, in the order of `states`. */
export const outcomes: Record<string, [answer: object, newState?: string][]> = {
  block: [
    [done, 'blocked'],
    [done, 'blocked'],
    [{ status: 201, body: null }],
    [refused('403 Forbidden - LDAP blocked users cannot be modified by the API')],
    [{ status: 201, body: null }],
    [{ status: 201, body: null }],
  ],
  unblock: [
    [{ status: 201, body: false }],
    [refused('403 Forbidden - Deactivated users cannot be unblocked by the API')],
    [done, 'active'],
    [refused('403 Forbidden - LDAP blocked users cannot be unblocked by the API')],
    [done, 'active'],
    [done, 'active'],
  ],
  deactivate: [
    [done, 'deactivated'],
    [{ status: 201, body: null }],
    [noDeactivation],
    [noDeactivation],
    [noDeactivation],
    [noDeactivation],
  ],
  activate: [[done], [done, 'active'], [mustUnblock], [mustUnblock], [mustUnblock], [mustUnblock]],
  ban: [
    [done, 'banned'],
    [noBan('deactivated')],
    [noBan('blocked')],
    [noBan('ldap_blocked')],
    [noBan('blocked_pending_approval')],
    [noBan('banned')],
  ],
  unban: [
    [noUnban('active')],
    [noUnban('deactivated')],
    [noUnban('blocked')],
    [noUnban('ldap_blocked')],
    [noUnban('blocked_pending_approval')],
    [done, 'active'],
  ],
  approve: [
    [notPending],
    [notPending],
    [notPending],
    [notPending],
    [{ status: 201, body: success }, 'active'],
    [notPending],
  ],
  reject: [
    [noRequest],
    [noRequest],
    [noRequest],
    [noRequest],
    [{ status: 200, body: success }],
    [noRequest],
  ],
}
