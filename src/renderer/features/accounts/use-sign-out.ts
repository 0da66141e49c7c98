import { ref } from 'vue'
import type { Account } from '../../../shared/app/accounts.ts'
import { instanceName } from '../../data/instance-name.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useQueueStore } from '../../data/stores/queue.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { useQuestion } from '../../data/use-confirm.ts'
import { useToast } from '../../ui/use-toast.ts'
import { t } from '../../ui/messages.ts'

/** States of actions that a sign-out cancels. */
const pendingStates = ['undoable', 'ready', 'conflict'] as const

/** Signs out of an account after a question. The options chosen there also apply to a retry. */
export function useSignOut(account: () => Account) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const queue = useQueueStore()
  const ask = useQuestion()
  const { showToast } = useToast()
  const { run, busy, failure } = useAsyncAction()
  const keepsAuditLog = ref(false)

  async function confirmSignOut() {
    const { id, label, baseUrl } = account()
    const [pending, auditLogs] = await Promise.all([countPending(), auditLogFolder()])
    keepsAuditLog.value = false
    const isConfirmed = await ask({
      title: t('accounts.signOutQuestion', { label }),
      text: t('accounts.signOutText', { pending, instance: instanceName(baseUrl) }),
      option: auditLogs === undefined ? undefined : keepOption(auditLogs),
      confirm: t('accounts.signOut'),
    })
    if (isConfirmed && account().id === id) await signOut()
  }

  const keepOption = (folder: string) => ({
    label: t('accounts.keepAuditLog'),
    hint: t('accounts.keepAuditLogHint', { folder }),
    checked: keepsAuditLog,
  })

  /** If the keychain can't delete the token, the account stays too, unless `leaveToken` is set. */
  function signOut(leaveToken = false) {
    const { id, label, baseUrl } = account()
    return run(async () => {
      const keepAuditLog = keepsAuditLog.value
      accounts.take(await latchkey().accounts.signOut({ id, leaveToken, keepAuditLog }))
      showToast(t('accounts.signedOut', { label, instance: instanceName(baseUrl) }))
    })
  }

  async function countPending(): Promise<number> {
    const { id, isAdmin } = account()
    if (!isAdmin) return 0
    const [runs] = await Promise.all([
      // If this fails, what is known of the queue is still right.
      latchkey(id)
        .onboarding.list()
        .catch(() => []),
      queue.load(id),
    ])
    const ofQueue = pendingStates.reduce((sum, state) => sum + queue.count(id, state), 0)
    return runs.reduce((sum, { counts }) => sum + counts.pending, ofQueue)
  }

  /** The folder for the audit log; undefined if there is none, or if it ends with the demo. */
  async function auditLogFolder(): Promise<string | undefined> {
    const { id, demo } = account()
    if (demo) return undefined
    // If this fails, there may be one.
    const { exists } = await latchkey(id)
      .auditLog.exists()
      .catch(() => ({ exists: true }))
    if (!exists) return undefined
    const paths = await latchkey()
      .device.paths()
      .catch(() => undefined)
    return paths?.auditLogs ?? t('accounts.auditLogFolder')
  }

  return { confirmSignOut, signOut, busy, failure }
}
