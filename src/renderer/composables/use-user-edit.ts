import { computed, ref } from 'vue'
import { isSameEmail } from '../../shared/email-address.ts'
import type { AdminListUser, AdminUser } from '../../shared/service/user-fields.ts'
import { ignoredWords } from '../ignored-fields.ts'
import { isolated } from '../isolated.ts'
import { failureOf, useLatchkey } from '../latchkey.ts'
import { changeRows, changedLabels, labelsOf } from '../screens/admin/user-form/change-words.ts'
import {
  changedNames,
  changesOf,
  draftOf,
  ignoredFields,
  undoOf,
} from '../screens/admin/user-form/user-draft.ts'
import type { UserChanges, UserDraft } from '../screens/admin/user-form/user-draft.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useConfirm } from './use-confirm.ts'
import { useResults } from './use-results.ts'
import { useUserForm } from './use-user-form.ts'

/** Somebody who is being changed. Only what is different is sent. */
export function useUserEdit(account: string, user: AdminUser) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const ask = useConfirm()
  const { say } = useResults()
  const form = useUserForm('edit', `${user.id} by ${account}`, draftOf(user))
  const { base, draft, send, adopt } = form
  const { id } = user
  const isSelf = computed(() => accounts.byId(account)?.user.id === id)
  const rows = computed(() => changeRows(base.value, draft))
  /** An address that waits for its owner to open a link. */
  const waiting = ref<string>()

  async function save(): Promise<boolean> {
    if (rows.value.length === 0) {
      say('Nothing is changed, so nothing was sent.')
      return true
    }
    if (!(await mayGiveUpOwnRights())) return true
    return send(async () => {
      const [before, sent] = [base.value, { ...draft }]
      const answer = await write(changesOf(before, sent), sent)
      const after = draftOf(answer)
      waiting.value = isWaiting(before, sent, after) ? sent.email.trim() : undefined
      adopt(after, sent)
      const undo = undoOf(before, sent, after)
      say(
        resultOf(before, sent, after, answer.name),
        undo && Object.keys(undo).length > 0
          ? { label: 'Undo', run: () => takeBack(undo, before) }
          : undefined,
      )
      if (isSelf.value) await readOwnRights()
    })
  }

  /** Answers how they are then; a change alone is answered without some fields, so they are read again. */
  async function write(changes: UserChanges, sent: UserDraft): Promise<AdminUser> {
    const { users } = latchkey(account)
    let answer: AdminListUser
    try {
      answer = await users.modify({ id, ...changes })
    } catch (error) {
      // An answer that was lost: what is there now decides, where it can be seen.
      if (failureOf(error).kind !== 'unknown-outcome') throw error
      const now = await users.get({ id })
      if (changedNames(draftOf(now), sent).length) throw error
      return now
    }
    return users.get({ id }).catch(() => ({ ...answer, pronouns: sent.pronouns }))
  }

  async function takeBack(changes: UserChanges, before: UserDraft) {
    try {
      adopt(draftOf(await write(changes, before)))
      say('It is as it was before.')
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

  return { form, rows, isSelf, waiting, save }
}

function isWaiting(before: UserDraft, sent: UserDraft, after: UserDraft): boolean {
  const wanted = sent.email.trim()
  return !isSameEmail(wanted, before.email) && !isSameEmail(wanted, after.email)
}

function resultOf(before: UserDraft, sent: UserDraft, after: UserDraft, name: string): string {
  const names = changedNames(before, sent).filter((one) => one !== 'skip_reconfirmation')
  const isPending = isWaiting(before, sent, after)
  const ignored = ignoredFields(before, sent, after).filter((one) => one !== 'email' || !isPending)
  const saved = names.filter((one) => (one !== 'email' || !isPending) && !ignored.includes(one))
  return [
    saved.length ? `Saved for ${isolated(name)}: ${changedLabels(saved)}.` : '',
    isPending
      ? `The e-mail stays ${after.email} until its owner opens the link that was sent to ${sent.email.trim()}.`
      : '',
    ignoredWords(labelsOf(ignored)),
  ]
    .filter(Boolean)
    .join(' ')
}
