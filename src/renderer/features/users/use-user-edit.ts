import { computed, ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import { isSameEmail } from '../../../shared/rules/email-address.ts'
import type { EditOutcome } from '../../../shared/operations/edit-outcome.ts'
import type { FormField } from '../../../shared/rules/user-fields.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { sameUserValue } from '../../../shared/rules/user-record.ts'
import { allPages } from '../../bridge/all-pages.ts'
import { useAvatarEditor } from '../../components/avatar-editor/use-avatar-editor.ts'
import { mergeAddresses } from '../../forms/email-addresses.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { useAccountQuery } from '../../bridge/use-service-query.ts'
import { changeRows } from './form/change-messages.ts'
import { userSavedMessage, undoneMessage } from './form/edit-messages.ts'
import { draftToBase, changedValues, userToDraft, undoValues } from './form/user-draft.ts'
import type { UserChanges, UserDraft } from './form/user-draft.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useUserForm } from './form/use-user-form.ts'

type SavedUser = Extract<EditOutcome<UserForAdmins>, { outcome: 'saved' }>

/**
 * The form for an existing user. Sends only changed fields, and doesn’t overwrite changes made by
 * someone else since the user was loaded.
 */
export function useUserEdit(account: string, user: UserForAdmins) {
  const { id } = user
  const latchkey = useLatchkey()
  const { userEdits } = latchkey(account)
  const { showToast } = useToast(undefined, `edit of user ${id}`)
  const editor = useAvatarEditor(account, id)
  /** The user as last returned by GitLab. */
  const latest = shallowRef(user)
  const confirmedEmails = useConfirmedEmails(account, latest)
  const ownPermissions = useOwnPermissions(account, id)
  const form = useUserForm({
    mode: 'edit',
    key: `user ${id} by ${account}`,
    from: userToDraft(user),
    alsoLost: editor.isDirty,
    suggestions: () => confirmedEmails.value,
    submit: save,
  })
  const { base, draft, elsewhere, ignored } = form
  const rows = computed(() => changeRows(base.value, draft))
  /** A new address that the user hasn’t confirmed yet. */
  const unconfirmed = ref<string>()
  // A restored draft may be based on older values.
  form.adoptUser(user)

  async function save(sent: UserDraft) {
    const before = base.value
    if (rows.value.length === 0) return showToast(t('editing.nothingToSave'))
    if (!(await ownPermissions.confirmLosingPermissions(before, sent))) return
    const changes = changedValues(before, sent)
    const outcome = await userEdits.save({
      id,
      base: draftToBase(before, latest.value, changes.provider),
      changes,
    })
    elsewhere.value = outcome.theirs
    if (outcome.outcome === 'conflict') return adopt(outcome.now, outcome.conflicts)
    showSaved(before, sent, outcome)
    await ownPermissions.reload()
  }

  function showSaved(before: UserDraft, sent: UserDraft, outcome: SavedUser) {
    const after = userToDraft(outcome.now)
    const saved = outcome.sent.filter((name) => !outcome.ignored.includes(name))
    latest.value = outcome.now
    unconfirmed.value = unconfirmedEmail(before, sent, after)
    form.saved(sent, saved, after)
    ignored.value = outcome.ignored
    const undo = undoValues(before, sent, after, saved)
    const message = userSavedMessage({
      ...outcome,
      unconfirmed: unconfirmed.value,
      altered: outcome.ignored.filter((name) => wasAltered(name, before, after)),
    })
    showToast(
      message,
      undo && { label: t('common.undo'), run: () => undoSave(undo, after), isUndo: true },
    )
  }

  /** Adopts newer values from GitLab; conflicts show both values. */
  function adopt(now: UserForAdmins, conflicts?: readonly string[]) {
    latest.value = now
    form.adoptUser(now, conflicts)
  }

  /** Restores the saved fields, except any that have since been changed. */
  async function undoSave(changes: UserChanges, after: UserDraft) {
    try {
      const outcome = await userEdits.undo({ id, base: draftToBase(after, latest.value), changes })
      adopt(outcome.now)
      showToast(undoneMessage(outcome.now, outcome))
      await ownPermissions.reload()
    } catch (error) {
      const { message, hint } = failureOf(error)
      showToast([message, hint].filter(Boolean).join(' '))
    }
  }

  return { form, editor, rows, latest, isSelf: ownPermissions.isSelf, unconfirmed, adopt }
}

/** A user’s confirmed addresses. They are only suggestions, so a failure doesn’t matter. */
function useConfirmedEmails(account: string, user: Ref<UserForAdmins>) {
  const { id } = user.value
  const emails = useAccountQuery(account, ['emails.listOf', id], (read) =>
    allPages((cursor) => read(account).emails.listOf({ id, cursor })),
  )
  return computed(() =>
    mergeAddresses(user.value, emails.data.value ?? [])
      .filter(({ isConfirmed }) => isConfirmed)
      .map(({ email }) => email),
  )
}

/** Handles administrators who change their own permissions. */
function useOwnPermissions(account: string, id: number) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const ask = useConfirm()
  const isSelf = computed(() => accounts.byId(account)?.user.id === id)

  async function confirmLosingPermissions(before: UserDraft, sent: UserDraft): Promise<boolean> {
    if (!isSelf.value || before.admin !== 'yes' || sent.admin === 'yes') return true
    return ask({
      what: 'give_up_admin',
      isReversible: false,
      user: { account, id, name: before.name, username: before.username },
      title: t('editing.giveUpAdmin'),
      text: t('editing.giveUpAdminText'),
      confirm: t('editing.giveUpAdminConfirm'),
    })
  }

  async function reload() {
    if (isSelf.value) accounts.put(await latchkey().accounts.refresh({ id: account }))
  }

  return { isSelf, confirmLosingPermissions, reload }
}

/** The new address, if it was sent but hasn’t become the user’s email yet. */
function unconfirmedEmail(before: UserDraft, sent: UserDraft, after: UserDraft) {
  const email = sent.email.trim()
  return isSameEmail(email, before.email) || isSameEmail(email, after.email) ? undefined : email
}

/** Whether GitLab stored a different value than was typed. */
function wasAltered(name: string, before: UserDraft, after: UserDraft): boolean {
  const field = name as FormField
  return field in after && !sameUserValue(name, before[field], after[field])
}
