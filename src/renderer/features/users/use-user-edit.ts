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
import { savedWords, undoneWords } from './form/edit-messages.ts'
import { baseOf, changesOf, draftOf, noIdentity, undoOf } from './form/user-draft.ts'
import type { UserChanges, UserDraft } from './form/user-draft.ts'
import type { UserFieldName } from './form/user-fields.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useConfirm } from '../../data/use-confirm.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useUserForm } from './form/use-user-form.ts'

/** A user who is being edited. Only what is different is sent, and nothing that somebody else changed meanwhile is overwritten. */
export function useUserEdit(account: string, user: AdminUser) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const ask = useConfirm()
  const { say } = useToast()
  const { id } = user
  const editor = useAvatarEditor(account, id)
  /** The user as the service showed them last. */
  const seen = shallowRef(user)
  /** For suggestions alone; without them one types. */
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
    what: 'What you changed',
    from: draftOf(user),
    alsoLost: editor.isDirty,
    suggestions: () => confirmed.value,
    submit: save,
  })
  const { base, draft, conflicts, elsewhere, ignored } = form
  const isSelf = computed(() => accounts.byId(account)?.user.id === id)
  const rows = computed(() => changeRows(base.value, draft))
  /** An address that waits for its owner to open a link. */
  const waiting = ref<string>()
  // What was typed before a reload was typed over what was there then.
  form.adopt(draftOf(user))

  async function save(sent: UserDraft) {
    const before = base.value
    if (rows.value.length === 0) return say('Nothing to save.')
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
      savedWords({
        ...outcome,
        waiting: waiting.value,
        altered: outcome.ignored.filter((name) => isAltered(name, before, after)),
      }),
      undo && { label: 'Undo', run: () => takeBack(undo, after) },
    )
    if (isSelf.value) await readOwnRights()
  }

  /** Takes over the user as somebody else left them; both sides of what both changed are shown. */
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
    // The form holds an identity to be added, and none of those that are there.
    form.rebase({ ...base.value, ...noIdentity })
    if (choice === 'theirs') Object.assign(draft, noIdentity)
  }

  /** Brings back what is still as it was saved. */
  async function takeBack(changes: UserChanges, after: UserDraft) {
    try {
      const edit = { id, base: baseOf(after, seen.value), changes }
      const outcome = await latchkey(account).userEdits.undo(edit)
      adopt(outcome.now)
      say(undoneWords(outcome.now, outcome))
      if (isSelf.value) await readOwnRights()
    } catch (error) {
      const { message, hint } = failureOf(error)
      say([message, hint].filter(Boolean).join(' '))
    }
  }

  async function mayGiveUpOwnRights(): Promise<boolean> {
    if (!isSelf.value || base.value.admin !== 'yes' || draft.admin === 'yes') return true
    return ask({
      title: 'Give up your own rights?',
      text: 'You are no administrator any more as soon as this is saved, and only another administrator can make you one again.',
      confirm: 'Give them up',
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

/** Whether a field became something that nobody typed. */
function isAltered(name: string, before: UserDraft, after: UserDraft): boolean {
  const known = name as UserFieldName
  return known in after && !sameUserValue(name, before[known], after[known])
}
