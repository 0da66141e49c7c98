import { ref } from 'vue'
import type { Account } from '../../../shared/app/accounts.ts'
import { instanceName } from '../../data/instance-name.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useQueueStore } from '../../data/stores/queue.ts'
import { useAction } from '../../data/use-action.ts'
import { useConfirm } from '../../data/use-confirm.ts'
import { useToast } from '../../ui/use-toast.ts'

/** States of actions that are never sent once their account is signed out. */
const pendingStates = ['undoable', 'ready', 'conflict'] as const

/** Signs out of an account after a question. What was chosen there also counts when it is tried again. */
export function useSignOut(account: () => Account) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const queue = useQueueStore()
  const confirm = useConfirm()
  const { say } = useToast()
  const { run, busy, failure } = useAction()
  const keepsAuditLog = ref(false)

  async function ask() {
    const { id, label, baseUrl } = account()
    const [pending, auditLogs] = await Promise.all([countPending(), auditLogFolder()])
    keepsAuditLog.value = false
    const isSure = await confirm({
      title: `Sign out of ${label}?`,
      text: [
        'The account, its data and its token are deleted from this computer.',
        ...(pending > 0 ? [`${pendingWords(pending)} canceled.`] : []),
        `The token stays valid on ${instanceName(baseUrl)} until it expires or is revoked.`,
      ].join(' '),
      option: auditLogs === undefined ? undefined : keepOption(auditLogs),
      confirm: 'Sign out',
      dangerous: true,
    })
    if (isSure && account().id === id) await leave()
  }

  const keepOption = (folder: string) => ({
    label: 'Keep the audit log',
    hint: `Saves what you did as an administrator as a CSV file in ${folder}.`,
    checked: keepsAuditLog,
  })

  /** A keychain that doesn't let go of the token keeps the account here too, unless the token is left there. */
  function leave(leaveToken = false) {
    const { id, label, baseUrl } = account()
    return run(async () => {
      const keepAuditLog = keepsAuditLog.value
      accounts.take(await latchkey().accounts.signOut({ id, leaveToken, keepAuditLog }))
      say(`Signed out of ${label}. Its token is still valid on ${instanceName(baseUrl)}.`)
    })
  }

  async function countPending(): Promise<number> {
    const { id, isAdmin } = account()
    if (!isAdmin) return 0
    await queue.load(id)
    return pendingStates.reduce((sum, state) => sum + queue.count(id, state), 0)
  }

  /** Where the audit log would be kept; nothing where there is none, or where it ends with the demo. */
  async function auditLogFolder(): Promise<string | undefined> {
    const { id, demo } = account()
    if (demo) return undefined
    // Where nobody can tell, there may be one.
    const { exists } = await latchkey(id)
      .auditLog.exists()
      .catch(() => ({ exists: true }))
    if (!exists) return undefined
    const paths = await latchkey()
      .device.paths()
      .catch(() => undefined)
    return paths?.auditLogs ?? 'Latchkey’s data folder'
  }

  return { ask, leave, busy, failure }
}

function pendingWords(count: number): string {
  return count === 1 ? '1 pending action is' : `${count.toLocaleString()} pending actions are`
}
