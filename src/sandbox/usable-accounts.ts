import { type User, isInternal } from './database/users.ts'

/** Why an account may not use the service, though its token is good; undefined when it may. */
export function accessDenial(user: User, url: string): string | undefined {
  // Order and texts: lib/gitlab/auth/user_access_denied_reason.rb
  if (isInternal(user)) return 'This action cannot be performed by internal users'
  switch (user.state) {
    case 'blocked_pending_approval':
      return 'Your account is pending approval from your administrator and hence blocked.'
    case 'deactivated':
      return (
        'Your account has been deactivated by your administrator. ' +
        `Please log back in from a web browser to reactivate your account at ${url}`
      )
    case 'blocked':
    case 'ldap_blocked':
    case 'banned':
      return 'Your account has been blocked.'
    case 'active':
      if (user.confirmed_at === null) return unconfirmedMessage(url)
      return user.password_expires_at === null ? undefined : passwordExpiredMessage
  }
}

const passwordExpiredMessage =
  'Your password expired. Please access GitLab from a web browser to update your password.'

function unconfirmedMessage(url: string): string {
  return (
    'Your primary email address is not confirmed. ' +
    'Please check your inbox for the confirmation instructions. In case the link is expired, ' +
    `you can request a new confirmation email at ${url}/users/confirmation/new`
  )
}
