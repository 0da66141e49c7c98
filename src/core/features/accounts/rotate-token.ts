import type { Account } from '../../../shared/operations/accounts.ts'
import { assertFutureTokenExpiry } from '../../accounts/token-expiry.ts'
import type { Context } from '../../context.ts'

interface Rotation {
  id: string
  /** `YYYY-MM-DD` */
  expires_at?: string
}

/** Rotates the token of an account. What an administrator does is in the audit log, without any secret. */
export function createRotation({ accounts, audit, clock, refresh }: Context) {
  async function rotate({ id, expires_at }: Rotation): Promise<Account> {
    assertFutureTokenExpiry(expires_at, clock.now())
    const { isAdmin, user: target } = accounts.account(id)
    const send = () => accounts.rotateToken(id, expires_at)
    if (!isAdmin) return send()
    const changes = expires_at ? [{ field: 'expires_at', after: expires_at }] : []
    const fields = changes.map(({ field }) => field)
    return audit.run(id, { action: 'accounts.rotateToken', target, fields, changes }, send)
  }

  return async (rotation: Rotation): Promise<Account> => {
    // Where it is open what came of the rotation, that is tried to find out now, and again once the instance can be reached.
    const findOut = () => void refresh(rotation.id).catch(() => undefined)
    try {
      const account = await rotate(rotation)
      if (account.rotation === 'unconfirmed') findOut()
      return account
    } catch (error) {
      findOut()
      throw error
    }
  }
}
