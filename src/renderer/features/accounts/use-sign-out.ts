import { type Ref, ref } from 'vue'
import type { Account } from '../../../shared/operations/accounts.ts'
import { instanceName } from '../../components/instance-name.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useQueueStore } from '../../stores/queue.ts'
import { placeName } from '../../components/token-places.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useToast } from '../../ui/use-toast.ts'
import { t } from '../../ui/messages.ts'

/** Signing out cancels actions in these states. */
const pendingStates = ['undoable', 'ready', 'conflict'] as const

/** Signs out of an account after confirmation. Retries use the options selected there. */
export function useSignOut(account: () => Account) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const queue = useQueueStore()
  const confirm = useConfirm()
  const { showToast } = useToast()
  const { run, busy, failure } = useAsyncAction()
  const keepsAuditLog = ref(false)
  const isRevoking = ref(false)

  async function confirmSignOut() {
    const { id, baseUrl, demo } = account()
    const label = accounts.nameOf(account())
    const [pending, damaged] = await Promise.all([countPending(), damagedFiles()])
    const auditLogs = await auditLogFolder(damaged.length > 0)
    const kept = (await hasIdentity()) ? ` ${t('accounts.signOutKeepsIdentity')}` : ''
    const uses = loadTokenUses()
    keepsAuditLog.value = false
    isRevoking.value = false
    const instance = instanceName(baseUrl)
    const text = t('accounts.signOutText', { pending }).trimEnd() + kept
    const lasting = t('accounts.signOutKeepsToken', { instance })
    const isConfirmed = await confirm({
      what: 'sign_out',
      isReversible: false,
      demo,
      title: t('accounts.signOutQuestion', { label }),
      text: () => (uses.value === null ? `${text} ${lasting}` : text),
      options: () => [
        ...(uses.value === null ? [] : [revokeOption(instance, uses.value)]),
        ...(auditLogs === undefined ? [] : [keepOption(auditLogs)]),
      ],
      confirm: t('accounts.signOut'),
    })
    if (uses.value === null) isRevoking.value = false
    const isDeletionConfirmed =
      isConfirmed && (damaged.length === 0 || keepsAuditLog.value || (await askToDelete(damaged)))
    if (isDeletionConfirmed && account().id === id) await signOut()
  }

  const askToDelete = (files: readonly string[]) =>
    confirm({
      what: 'delete_leftover',
      isReversible: false,
      demo: account().demo,
      title: t('accounts.deleteDamagedQuestion'),
      text: t('accounts.deleteDamagedText', { files: files.join(', ') }),
      confirm: t('accounts.deleteDamagedConfirm'),
    })

  const keepOption = (folder: string) => ({
    label: t('accounts.keepAuditLog'),
    hint: t('accounts.keepAuditLogHint', { folder }),
    checked: keepsAuditLog,
  })

  const revokeOption = (instance: string, uses: readonly string[] | undefined) => ({
    label: t('accounts.revokeToken'),
    hint: revokeHint(instance, uses),
    checked: isRevoking,
  })

  function revokeHint(instance: string, uses: readonly string[] | undefined): string {
    if (!uses) return t('accounts.revokeTokenLooking')
    if (uses.length > 0) return t('accounts.revokeTokenUses', { uses })
    return t('accounts.revokeTokenHint', { instance })
  }

  /** Keeps the account if revoking fails and the token may still work. */
  function signOut() {
    const { id, baseUrl } = account()
    const label = accounts.nameOf(account())
    return run(async () => {
      const keepAuditLog = keepsAuditLog.value
      const revokeToken = isRevoking.value
      accounts.take(await latchkey().accounts.signOut({ id, revokeToken, keepAuditLog }))
      const names = { label, instance: instanceName(baseUrl) }
      showToast(t(revokeToken ? 'accounts.signedOutRevoked' : 'accounts.signedOut', names))
    })
  }

  function signOutWithoutRevoking() {
    isRevoking.value = false
    return signOut()
  }

  /** What else uses the token: undefined until the keychain responds, null if the token can’t be revoked. */
  function loadTokenUses(): Ref<string[] | null | undefined> {
    const { id, demo, token, accessToken, rotation } = account()
    // Instances without token details can’t revoke tokens either.
    if (demo || token === 'missing' || !accessToken || rotation === 'lost') return ref(null)
    const uses = ref<string[] | null>()
    void latchkey()
      .accounts.tokenUses({ id })
      .then(
        ({ places, accounts: others }) => {
          uses.value = [...places.map(placeName), ...others]
        },
        // An unreadable token can’t be revoked.
        () => {
          uses.value = null
        },
      )
    return uses
  }

  /** Whether Git uses the account’s identity in repositories on this computer. */
  async function hasIdentity(): Promise<boolean> {
    const { id, baseUrl, user } = account()
    // If this fails, only the note is missing.
    const identities = await latchkey(id)
      .identities.list({})
      .catch(() => [])
    return identities.some(
      ({ instance, username }) => instance === baseUrl && username === user.username,
    )
  }

  async function countPending(): Promise<number> {
    const { id, isAdmin } = account()
    if (!isAdmin) return 0
    await queue.load(id)
    return pendingStates.reduce((sum, state) => sum + queue.count(id, state), 0)
  }

  /** The paths of damaged files, which may contain an audit log. */
  async function damagedFiles(): Promise<string[]> {
    // If this fails, the confirmation still asks about the audit log.
    const files = await latchkey(account().id)
      .damagedFiles.list()
      .catch(() => [])
    return files.map(({ file }) => file)
  }

  /** Where a kept audit log is stored; undefined if there is none or it is deleted with the demo. */
  async function auditLogFolder(isDamaged: boolean): Promise<string | undefined> {
    const { id, demo } = account()
    if (demo) return undefined
    // If this fails, assume there is an audit log.
    const { exists } = await latchkey(id)
      .auditLog.exists()
      .catch(() => ({ exists: true }))
    if (!exists && !isDamaged) return undefined
    const paths = await latchkey()
      .device.paths()
      .catch(() => undefined)
    return paths?.auditLogs ?? t('accounts.auditLogFolder')
  }

  return { confirmSignOut, signOut, signOutWithoutRevoking, isRevoking, busy, failure }
}
