import { computed, reactive } from 'vue'
import type { AccountSshKey, LocalSshKey, SshKeyChoice } from '../../../../shared/app/local-keys.ts'
import { bidiIsolate } from '../../../ui/bidi-isolate.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { byUrgency } from '../../../ui/time/expiry.ts'
import { asText } from '../given-files.ts'
import { foundKeys } from '../same-keys.ts'
import { choiceOf, draftErrors, draftOf, sameDraft } from './key-draft.ts'
import type { SshKeyDraft } from './key-draft.ts'
import { useConfirm } from '../../../data/use-confirm.ts'
import { useKeys } from '../use-keys.ts'

/** A key of this machine, with its id on the account where it is there already. */
export type LocalKey = LocalSshKey & { keyId?: number }

/**
 * The SSH keys of an account beside those of this machine; or, for administrators, those of a person, by id, beside what was
 * brought here for them. What lies in this machine's own folder is not theirs, so it is not even looked at.
 */
export function useSshKeys(account: string, person?: number) {
  const latchkey = useLatchkey()
  const ask = useConfirm()
  const ownPorts = {
    list: (read = latchkey) => read(account).localSshKeys.list(),
    import: (keys: SshKeyChoice[]) => latchkey(account).localSshKeys.import({ keys }),
    get: (key_id: number) => latchkey(account).sshKeys.get({ key_id }),
    remove: (key_id: number) => latchkey(account).sshKeys.remove({ key_id }),
  }
  const portsFor = (id: number): typeof ownPorts => ({
    list: (read = latchkey) => read(account).localSshKeys.listFor({ user_id: id }),
    import: (keys) => latchkey(account).localSshKeys.importFor({ user_id: id, keys }),
    get: (key_id) => latchkey(account).sshKeys.getOf({ id, key_id }),
    remove: (key_id) => latchkey(account).sshKeys.removeOf({ id, key_id }),
  })
  const keys = useKeys(account, {
    key: ['SSH keys', person ?? 'own'],
    scan: async () => (person === undefined ? latchkey().localSshKeys.scan() : []),
    read: (files) =>
      latchkey().localSshKeys.read({
        files: files.flatMap((file) => ('text' in file ? file : [])),
      }),
    ...(person === undefined ? ownPorts : portsFor(person)),
    encode: asText,
    limits: { bytes: 64 * 1024, files: 500 },
  })
  const { list } = keys

  const onAccount = computed(() =>
    byUrgency(list.data.value?.account ?? [], (key) => key.expires_at, Date.now()),
  )
  const isMeant = ({ localKeyId }: LocalKey) =>
    person === undefined || keys.brought.value.has(localKeyId)
  const onMachine = computed(() =>
    foundKeys<LocalKey>((list.data.value?.local ?? []).filter(isMeant), ({ privateKey }) =>
      privateKey ? 1 : 0,
    ),
  )
  const fresh = computed(() =>
    onMachine.value
      .filter(({ key }) => key.keyId === undefined)
      .toSorted((a, b) => Number(Boolean(a.key.weak)) - Number(Boolean(b.key.weak))),
  )
  const known = computed(() => onMachine.value.filter(({ key }) => key.keyId !== undefined))
  /** What goes along with all others: nobody should add a weak key without looking at it. */
  const strong = computed(() => fresh.value.filter(({ key }) => !key.weak).map(({ key }) => key))

  const drafts = reactive(new Map<string, SshKeyDraft>())
  const draftFor = (key: LocalKey) => {
    if (!drafts.has(key.localKeyId)) drafts.set(key.localKeyId, draftOf(key))
    return drafts.get(key.localKeyId)!
  }
  const isEdited = computed(() =>
    fresh.value.some(({ key }) => {
      const draft = drafts.get(key.localKeyId)
      return draft !== undefined && !sameDraft(draft, draftOf(key))
    }),
  )

  const chosen = (key: LocalKey) => {
    const draft = draftFor(key)
    return { choice: choiceOf(key.localKeyId, draft), title: draft.title }
  }

  const importOne = (key: LocalKey) => keys.importKeys([chosen(key)])

  /** Imports all that are new; those that are weak, or filled in wrongly, are named and left out. */
  function importAll(some: readonly LocalKey[] = strong.value) {
    const isRight = (key: LocalKey) => Object.keys(draftErrors(draftFor(key))).length === 0
    const leftOut = [
      ...some
        .filter((key) => !isRight(key))
        .map((key) => leaveOut(key, 'What is filled in is not right yet.', 'Look at its options.')),
      ...fresh.value.flatMap(({ key }) => (key.weak ? leaveOut(key, key.weak) : [])),
    ]
    return keys.importKeys(some.filter(isRight).map(chosen), leftOut)
  }

  const leaveOut = (key: LocalKey, message: string, hint = 'It can be imported by itself.') => ({
    localKeyId: key.localKeyId,
    title: draftFor(key).title,
    outcome: 'left-out' as const,
    message,
    hint,
  })

  async function remove(key: AccountSshKey) {
    const isSure = await ask({
      title: 'Delete this SSH key?',
      text:
        `Whoever uses ${bidiIsolate(key.title)} can no longer pull, push or sign in over SSH with it, on any machine. ` +
        'Commits signed with it stay verified; new ones do not count as verified. ' +
        `The key files on ${person === undefined ? 'your' : 'their'} machines stay as they are.`,
      confirm: 'Delete key',
      dangerous: true,
      // A title without a sign that can be seen cannot be typed.
      typed: /[\p{L}\p{N}\p{P}\p{S}]/u.test(key.title) ? key.title : `key ${key.id}`,
    })
    if (isSure) await keys.remove(key.id, key.title)
  }

  /** Names of the files of this machine that hold a key of the account. */
  const filesOf = ({ localKeyIds }: AccountSshKey) => {
    const local = list.data.value?.local ?? []
    const files = local
      .filter((key) => localKeyIds.includes(key.localKeyId))
      .map(({ file }) => file)
    return [...new Set(files)]
  }

  return {
    ...keys,
    onAccount,
    fresh,
    known,
    strong,
    drafts,
    draftFor,
    filesOf,
    isEdited,
    importOne,
    importAll,
    remove,
  }
}

export type SshKeys = ReturnType<typeof useSshKeys>
