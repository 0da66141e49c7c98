import { computed, reactive } from 'vue'
import type { Ref } from 'vue'
import type { KeyKind, LocalKeySummary } from './key-kind.ts'
import { mergeCopies } from './merge-copies.ts'
import { draftErrors, toKeyDraft, isSameDraft } from './ssh/key-draft.ts'
import type { SshKeyDraft } from './ssh/key-draft.ts'
import type { KeyListsState } from './use-key-lists.ts'

/** A key of this computer, and the ID to import it by. */
export type LocalKey = LocalKeySummary & {
  localKeyId: string
  /** IDs of its copies, where all were added by hand and none was found on this computer. */
  addedIds: readonly string[]
  /** Why the service refused it. */
  refusal?: string | undefined
}

/** The keys of this computer, or only those of `addedIds`, and their options before an import. */
export function useLocalKeys(
  kind: KeyKind,
  { list, lists }: KeyListsState,
  addedIds?: Readonly<Ref<ReadonlySet<string>>>,
) {
  const refusals = reactive(new Map<string, string>())
  const keys = computed(() => {
    const listed = (lists.value?.local ?? []).filter(
      ({ localKeyId }) => addedIds?.value.has(localKeyId) ?? true,
    )
    return mergeCopies(listed, (key) => kind.rank(key)).map((found): LocalKey => ({
      ...kind.summarizeLocalKey(found),
      localKeyId: found.key.localKeyId,
      addedIds: found.copies.every(({ isAdded }) => isAdded)
        ? found.copies.map(({ localKeyId }) => localKeyId)
        : [],
      refusal: refusals.get(found.key.localKeyId),
    }))
  })
  const inGroup = (group: LocalKeySummary['group']) =>
    keys.value.filter((key) => key.group === group)
  const newKeys = computed(() =>
    inGroup('new').toSorted(
      (a, b) => Number(Boolean(a.skipReason)) - Number(Boolean(b.skipReason)),
    ),
  )

  const drafts = reactive(new Map<string, SshKeyDraft>())
  const initialDraft = ({ name }: LocalKey) => toKeyDraft({ title: name })
  function draftFor(key: LocalKey): SshKeyDraft {
    if (!drafts.has(key.localKeyId)) drafts.set(key.localKeyId, initialDraft(key))
    return drafts.get(key.localKeyId)!
  }

  return {
    newKeys,
    keysOnAccount: computed(() => inGroup('on-account')),
    /** Keys of other people, which should not be imported by mistake. */
    otherPeoplesKeys: computed(() => inGroup('other-people')),
    /** The keys of "Import all", without those that need a look first. None while those of the account are unknown. */
    importableKeys: computed(() =>
      list.data.value
        ? newKeys.value.filter(({ skipReason, refusal }) => !skipReason && !refusal)
        : [],
    ),
    /** Remembers that the service refused the key itself, so that it isn't offered again. */
    refuse: (localKeyId: string, reason: string) => void refusals.set(localKeyId, reason),
    draftFor,
    optionErrors: (key: LocalKey) => (kind.hasOptions ? draftErrors(draftFor(key)) : {}),
    isEdited: computed(() =>
      newKeys.value.some((key) => {
        const draft = drafts.get(key.localKeyId)
        return draft !== undefined && !isSameDraft(draft, initialDraft(key))
      }),
    ),
  }
}

export type LocalKeysState = ReturnType<typeof useLocalKeys>
