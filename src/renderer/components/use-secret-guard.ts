import type { Ref } from 'vue'
import { t } from '../ui/messages.ts'
import { useLeaveGuard } from './use-confirm.ts'

/** Confirms leaving during a request whose response contains a secret that is shown only once. */
export function useSecretGuard(busy: Ref<boolean>): void {
  useLeaveGuard(busy, {
    title: t('tokens.leaveCreationTitle'),
    text: t('tokens.leaveRotationText'),
  })
}
