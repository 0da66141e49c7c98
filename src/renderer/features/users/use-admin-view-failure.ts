import { type Ref, computed } from 'vue'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { t } from '../../ui/messages.ts'
import { instanceName } from '../../components/instance-name.ts'
import { useAccountsStore } from '../../stores/accounts.ts'

/**
 * Explains why GitLab only sent a user’s public details: without Admin Mode, it treats administrators like any
 * other user instead of rejecting the request (`lib/api/users.rb`, `current_user&.can_read_all_resources?`).
 * Undefined if the details are complete.
 */
export function useAdminViewFailure(account: string, user: Ref<UserForAdmins | undefined>) {
  const accounts = useAccountsStore()
  return computed((): Failure | undefined => {
    if (!user.value || 'email' in user.value || 'is_admin' in user.value) return undefined
    const host = instanceName(accounts.byId(account)?.baseUrl ?? '')
    return {
      kind: 'forbidden',
      reason: 'admin-mode',
      message: t('user.publicOnly', { host }),
      hint: t('user.publicOnlyHint'),
      scopes: ['admin_mode'],
    }
  })
}
