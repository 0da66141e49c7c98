import { computed, ref, shallowRef } from 'vue'
import { isSameEmail } from '../../../shared/email-address.ts'
import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { identityAt, sameUserValue } from '../../../shared/user-record.ts'
import { allPages } from '../../data/all-pages.ts'
import { useAvatarEditor } from '../../data/avatar-editor/use-avatar-editor.ts'
import { mergeAddresses } from '../../data/email-addresses.ts'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { useAccountQuery } from '../../data/use-service-query.ts'
import { changeRows } from './form/change-messages.ts'
import { savedMessage, undoneMessage } from './form/edit-messages.ts'
import { baseOf, changesOf, draftOf, noIdentity, undoOf } from './form/user-draft.ts'
import type { UserChanges, UserDraft } from './form/user-draft.ts'
import type { UserFieldName } from './form/user-fields.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useConfirm } from '../../data/use-confirm.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useUserForm } from './form/use-user-form.ts'

/** The form of an existing user. Only changed fields are sent, and nothing that someone else changed meanwhile is overwritten. */
export function useUserEdit(account: string, user: AdminUser) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const ask = useConfirm()
  const { say } = useToast()
  const { id } = user
  const editor = useAvatarEditor(account, id)
  /** The user as GitLab last sent them. */
  const seen = shallowRef(user)
  /** Only for suggestions, so a failure does not matter. */
  const emails = useAccountQuery(account, ['emails.listOf', id], (read) =>
    allPages((cursor) => read(account).emails.listOf({ id, cursor })),
  )
  const confirmed = computed(() =>
    mergeAddresses(seen.value, emails.data.value ?? [])
      .filter(({ isConfirmed }) => isConfirmed)
      .map(({ email }) => email),
  )
  const form = useUserForm({
    mode: 'edit',
    key: `user ${id} by ${account}`,
    from: draftOf(user),
    alsoLost: editor.isDirty,
    suggestions: () => confirmed.value,
    submit: save,
  })
  const { base, draft, conflicts, elsewhere, ignored } = form
  const isSelf = computed(() => accounts.byId(account)?.user.id === id)
  const rows = computed(() => changeRows(base.value, draft))
  /** A new address that its owner has not confirmed yet. */
  const waiting = ref<string>()
  // A draft from before a reload was typed over older values.
  form.adopt(draftOf(user))

  async function save(sent: UserDraft) {
    const before = base.value
    if (rows.value.length === 0) return say(t('editing.nothingToSave'))
    if (!(await mayGiveUpOwnRights())) return
    const changes = changesOf(before, sent)
    const outcome = await latchkey(account).userEdits.save({
      id,
      base: baseOf(before, seen.value, changes.provider),
      changes,
    })
    elsewhere.value = outcome.theirs
    if (outcome.outcome === 'conflict') return showConflicts(outcome.now, outcome.conflicts)
    seen.value = outcome.now
    const after = draftOf(outcome.now)
    const taken = outcome.sent.filter((name) => !outcome.ignored.includes(name))
    waiting.value = isWaiting(before, sent, after) ? sent.email.trim() : undefined
    form.saved(sent, taken, after)
    ignored.value = outcome.ignored
    const undo = undoOf(before, sent, after, taken)
    say(
      savedMessage({
        ...outcome,
        waiting: waiting.value,
        altered: outcome.ignored.filter((name) => isAltered(name, before, after)),
      }),
      undo && { label: t('common.undo'), run: () => undoSave(undo, after) },
    )
    if (isSelf.value) await readOwnRights()
  }

  /** Puts newer values from GitLab into the form; both values of a conflict are shown. */
  function adopt(now: AdminUser) {
    seen.value = now
    form.adopt(draftOf(now))
  }

  function showConflicts(now: AdminUser, names: readonly string[]) {
    adopt(now)
    if (!names.includes('extern_uid')) return
    const uid = identityAt(now, draft.provider.trim())?.extern_uid ?? ''
    conflicts.value = { ...conflicts.value, extern_uid: uid }
  }

  function decide(name: UserFieldName, choice: 'theirs' | 'mine') {
    if (choice === 'theirs') form.keepTheirs(name)
    else form.useMine(name)
    if (name !== 'extern_uid') return
    // The form has only the identity to be added, not the existing ones.
    form.rebase({ ...base.value, ...noIdentity })
    if (choice === 'theirs') Object.assign(draft, noIdentity)
  }

  /** Restores the fields that nobody changed since the save. */
  async function undoSave(changes: UserChanges, after: UserDraft) {
    try {
      const edit = { id, base: baseOf(after, seen.value), changes }
      const outcome = await latchkey(account).userEdits.undo(edit)
      adopt(outcome.now)
      say(undoneMessage(outcome.now, outcome))
      if (isSelf.value) await readOwnRights()
    } catch (error) {
      const { message, hint } = failureOf(error)
      say([message, hint].filter(Boolean).join(' '))
    }
  }

  async function mayGiveUpOwnRights(): Promise<boolean> {
    if (!isSelf.value || base.value.admin !== 'yes' || draft.admin === 'yes') return true
    return ask({
      title: t('editing.giveUpAdmin'),
      text: t('editing.giveUpAdminText'),
      confirm: t('editing.giveUpAdminConfirm'),
      dangerous: true,
    })
  }

  async function readOwnRights() {
    accounts.put(await latchkey().accounts.refresh({ id: account }))
  }

  return { form, editor, rows, seen, isSelf, waiting, adopt, decide }
}

function isWaiting(before: UserDraft, sent: UserDraft, after: UserDraft): boolean {
  const wanted = sent.email.trim()
  return !isSameEmail(wanted, before.email) && !isSameEmail(wanted, after.email)
}

/** Whether GitLab stored a value that nobody typed. */
function isAltered(name: string, before: UserDraft, after: UserDraft): boolean {
  const known = name as UserFieldName
  return known in after && !sameUserValue(name, before[known], after[known])
}
