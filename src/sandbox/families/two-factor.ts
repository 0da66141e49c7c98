import { badRequest, forbidden } from '../errors.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { integer, required } from '../parameters.ts'
import { requireUser } from '../require-user.ts'

/** Two-factor authentication of other users. */
export const twoFactorHandlers: FamilyHandlers<'twoFactor'> = {
  disable: defineHandler({
    parameters: { id: required(integer()) },
    answer: ({ context: { db, now }, values: { id } }) => {
      const user = requireUser({ db }, id)
      // This also excludes the caller (lib/api/users.rb).
      if (user.admin) throw forbidden(notForAdmins)
      if (!user.two_factor_enabled) {
        throw badRequest('Two-factor authentication is not enabled for this user')
      }
      db.run(
        'UPDATE users SET two_factor_enabled = 0, updated_at = ? WHERE id = ?',
        now().toISOString(),
        id,
      )
    },
  }),
}

const notForAdmins =
  'Two-factor authentication for admins cannot be disabled via the API. Use the Rails console'
