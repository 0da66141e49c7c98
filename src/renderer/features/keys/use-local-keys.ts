import { computed, reactive } from 'vue'
import type { Ref } from 'vue'
import type { KeyKind, ShownLocalKey } from './key-kind.ts'
import { foundKeys } from './same-keys.ts'
import { draftErrors, draftOf, sameDraft } from './ssh/key-draft.ts'
import type { SshKeyDraft } from './ssh/key-draft.ts'
import type { KeyListsState } from './use-key-lists.ts'

/** A key of this computer, and the ID to import it by. */
export type LocalKey = ShownLocalKey & { localKeyId: string }

/** The keys of this computer, or only those that were `added`, and their options before an import. */
export function useLocalKeys(
  kind: KeyKind,
  { list }: KeyListsState,
  added?: Readonly<Ref<ReadonlySet<string>>>,
) {
  const keys = computed(() => {
    const meant = (list.data.value?.local ?? []).filter(
      ({ localKeyId }) => added?.value.has(localKeyId) ?? true,
    )
    return foundKeys(meant, (key) => kind.rankOf(key)).map((found): LocalKey => ({
      ...kind.showLocalKey(found),
      localKeyId: found.key.localKeyId,
    }))
  })
  const inGroup = (group: ShownLocalKey['group']) => keys.value.filter((key) => key.group === group)
  const fresh = computed(() =>
    inGroup('new').toSorted(
      (a, b) => Number(Boolean(a.skipReason)) - Number(Boolean(b.skipReason)),
    ),
  )

  const drafts = reactive(new Map<string, SshKeyDraft>())
  const newDraft = ({ name }: LocalKey) => draftOf({ title: name })
  function draftFor(key: LocalKey): SshKeyDraft {
    if (!drafts.has(key.localKeyId)) drafts.set(key.localKeyId, newDraft(key))
    return drafts.get(key.localKeyId)!
  }

  return {
    fresh,
    known: computed(() => inGroup('known')),
    /** Keys of other people, which should not be imported by mistake. */
    others: computed(() => inGroup('others')),
    /** The keys of "Import all": the others need a look first. */
    plain: computed(() => fresh.value.filter(({ skipReason }) => !skipReason)),
    draftFor,
    errorsOf: (key: LocalKey) => (kind.hasOptions ? draftErrors(draftFor(key)) : {}),
    isEdited: computed(() =>
      fresh.value.some((key) => {
        const draft = drafts.get(key.localKeyId)
        return draft !== undefined && !sameDraft(draft, newDraft(key))
      }),
    ),
  }
}

export type LocalKeysState = ReturnType<typeof useLocalKeys>
