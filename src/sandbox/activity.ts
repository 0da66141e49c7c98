import type { Caller, Context } from './context.ts'
import { formatDate, addTime, minute } from './clock.ts'
import { addressesOf } from './database/tokens.ts'

/** Records API use as user activity. Writes at most once per interval. */
export function recordActivity({ db, now }: Context, { user, token }: Caller): void {
  const moment = now()
  const today = formatDate(moment)
  // Once a day; not a sign-in (app/services/users/activity_service.rb).
  if (user.last_activity_on !== today) {
    user.last_activity_on = today
    db.run('UPDATE users SET last_activity_on = ? WHERE id = ?', today, user.id)
  }
  if (token.kind === 'oauth') return
  // Every ten minutes (app/services/personal_access_tokens/last_used_service.rb).
  const staleBefore = addTime(moment, -10 * minute).toISOString()
  if (token.last_used_at === null || token.last_used_at < staleBefore) {
    db.run(
      'UPDATE tokens SET last_used_at = ?, last_used_ips = ? WHERE id = ?',
      moment.toISOString(),
      JSON.stringify([...new Set([localAddress, ...addressesOf(token)])].slice(0, maxAddresses)),
      token.id,
    )
  }
}

/** Every client's IP address, because the sandbox only listens on loopback. */
const localAddress = '127.0.0.1'
/** Maximum number of addresses stored per token (`lib/api/entities/personal_access_token_with_last_used_ips.rb`). */
const maxAddresses = 5
