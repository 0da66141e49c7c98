import { type Ref, computed } from 'vue'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
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
    return publicOnlyFailure(accounts.byId(account))
  })
}

/** Blames the token only if it isn’t known to have the scope. */
export function publicOnlyFailure(
  account: Pick<Account, 'baseUrl' | 'hasAdminMode'> | undefined,
): Failure {
  const host = instanceName(account?.baseUrl ?? '')
  if (account?.hasAdminMode) {
    return {
      kind: 'service-error',
      message: t('user.publicOnlyUnexplained', { host }),
      hint: t('user.publicOnlyUnexplainedHint'),
    }
  }
  const isMissing = account?.hasAdminMode === false
  return {
    kind: 'forbidden',
    reason: 'admin-mode',
    message: t(isMissing ? 'user.publicOnly' : 'user.publicOnlyMaybeAdminMode', { host }),
    hint: t(isMissing ? 'user.publicOnlyHint' : 'user.publicOnlyMaybeHint'),
    scopes: ['admin_mode'],
  }
}
