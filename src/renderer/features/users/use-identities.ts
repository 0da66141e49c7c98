import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { t } from '../../ui/messages.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { deletionMessage, listProviderIdentities } from './tabs/identities.ts'
import type { ProviderIdentity } from './tabs/identities.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useToast } from '../../ui/use-toast.ts'

/** Deletes and restores a user’s identities. Calls `changed` when the user should be reloaded. */
export function useIdentities(account: string, user: () => UserForAdmins, changed: () => void) {
  const latchkey = useLatchkey()
  const ask = useConfirm()
  const { showToast } = useToast()
  const removing = useAsyncAction()

  async function remove(identity: ProviderIdentity) {
    const { provider } = identity
    const { id, name, username } = user()
    const all = listProviderIdentities(user())
    // A group identity contains the SAML provider’s ID, but restoring it would require the group’s ID.
    const isWhole =
      all.filter((other) => other.provider === provider).length === 1 &&
      identity.samlProviderId === undefined
    const isReversible = isWhole && Boolean(identity.externUid)
    const isSure = await ask({
      what: 'delete_user_identity',
      isReversible,
      user: { account, id, name, username },
      title: t('queue.applyTitle', { action: t('user.deleteIdentityOf', { provider }) }),
      text: deletionMessage(identity, all, bidiIsolate(name)),
      confirm: t('user.deleteIdentity'),
    })
    if (!isSure) return
    await removing.run(async () => {
      try {
        await latchkey(account).users.removeIdentity({ id, provider })
        const undo = {
          label: t('common.undo'),
          run: () => restore(id, identity),
          isUndo: true as const,
        }
        showToast(t('user.identityDeleted', { provider }), isReversible ? undo : undefined)
      } catch (error) {
        if (failureOf(error).kind !== 'not-found') throw error
        showToast(t('user.identityAlreadyGone', { provider }))
      }
      changed()
    }, provider)
  }

  async function restore(id: number, { provider, externUid }: ProviderIdentity) {
    try {
      const { left, ignored } = await latchkey(account).userEdits.undo({
        id,
        base: { extern_uid: null },
        changes: { provider, extern_uid: externUid },
      })
      const isRestored = left.length + ignored.length === 0
      showToast(
        isRestored
          ? t('user.identityRestored', { provider })
          : t('user.identityNotRestored', { provider }),
      )
    } catch (error) {
      const { message, hint } = failureOf(error)
      showToast([message, hint].filter(Boolean).join(' '))
    }
    changed()
  }

  return { removing, remove }
}
