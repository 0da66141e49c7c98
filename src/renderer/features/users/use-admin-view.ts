import { computed } from 'vue'
import type { Ref } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { instanceName } from '../../data/instance-name.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'

/**
 * Why somebody was sent as everybody sees them: without Admin Mode the service takes an administrator for anybody else, and
 * refuses nothing (`lib/api/users.rb`, `current_user&.can_read_all_resources?`). Nothing where the administrators' view came.
 */
export function useAdminView(account: string, user: Ref<AdminUser | undefined>) {
  const accounts = useAccountsStore()
  return computed((): Failure | undefined => {
    if (!user.value || 'email' in user.value || 'is_admin' in user.value) return undefined
    const host = instanceName(accounts.byId(account)?.baseUrl ?? '')
    return {
      kind: 'forbidden',
      reason: 'admin-mode',
      message: `${host} sends of this person only what everybody sees, although this account is an administrator: it wants Admin Mode.`,
      hint: 'Make a token that has the scope admin_mode too, and replace this one.',
      scopes: ['admin_mode'],
    }
  })
}
