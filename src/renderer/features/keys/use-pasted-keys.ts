import { watchDebounced } from '@vueuse/core'
import { computed, onScopeDispose, ref } from 'vue'
import { t } from '../../ui/messages.ts'
import type { LocalKey } from './keys.ts'
import type { Candidate, KeyImport } from './use-key-import.ts'
import type { useKeyList } from './use-key-list.ts'

/** Reads public keys from text as it is typed and imports them. */
export function usePastedKeys(
  { sources, sourceOfText }: Pick<ReturnType<typeof useKeyList>, 'sources' | 'sourceOfText'>,
  imports: KeyImport,
) {
  const isOpen = ref(false)
  const text = ref('')
  /** The text that the shown keys are from. */
  const readText = ref('')
  /** Whether a private key was pasted and removed from the field. */
  const isPrivate = ref(false)

  const keys = computed((): Candidate[] =>
    sources.flatMap((source) => source.pastedKeys.value.map((key) => ({ source, key }))),
  )
  const newKeys = computed(() => keys.value.filter(({ key }) => key.group !== 'on-account'))
  /** The selected keys. A single key is always selected. */
  const chosen = computed(() =>
    newKeys.value.length > 1
      ? newKeys.value.filter(({ key }) => imports.isChosen(key))
      : newKeys.value,
  )
  const problems = computed(() =>
    sources.flatMap((source) =>
      source.pastedProblems.value.map(({ message, reason = message, hint }) =>
        [reason, hint].join(' ').trim(),
      ),
    ),
  )
  const failures = computed(() =>
    sources.flatMap(({ pasting }) => pasting.failure.value?.message ?? []),
  )
  const errors = computed(() => {
    if (isPrivate.value) return [t('keys.privateKeyPasted')]
    return text.value.trim() ? [...failures.value, ...problems.value] : []
  })

  async function read() {
    const input = text.value
    if (input.trim()) isPrivate.value = false
    const used = input.trim() ? sourceOfText(input) : undefined
    const rows = await Promise.all(
      sources.map((source) => source.readPasted(source === used ? input : '')),
    )
    if (text.value !== input) return
    if (rows.flat().some((row) => row.kind === 'refused' && row.secret)) {
      text.value = ''
      isPrivate.value = true
    }
    readText.value = text.value
  }
  watchDebounced(text, read, { debounce: 250 })

  /** Opens the field and appends text that was pasted or dropped outside it. */
  function paste(more = '') {
    isOpen.value = true
    text.value = [text.value.trim(), more].filter(Boolean).join('\n')
  }

  function close(kept: readonly LocalKey[] = []) {
    const ids = kept.map(({ localKeyId }) => localKeyId)
    for (const source of sources) void source.endPasting(ids)
    text.value = ''
    readText.value = ''
    isPrivate.value = false
    isOpen.value = false
  }

  /** Imports the selected keys. If any fail, the field stays open with those. */
  async function add() {
    const candidates = chosen.value
    const ids = new Set(candidates.map(({ key }) => key.localKeyId))
    await imports.importChosen(candidates)
    const rest = newKeys.value.filter(({ key }) => ids.has(key.localKeyId))
    if (rest.length === 0) close(candidates.map(({ key }) => key))
  }

  onScopeDispose(() => close())

  return {
    isOpen,
    text,
    keys,
    newKeys,
    chosen,
    errors,
    isRead: computed(() => readText.value === text.value),
    isValid: computed(() =>
      chosen.value.every(({ source, key }) => Object.keys(source.optionErrors(key)).length === 0),
    ),
    paste,
    close,
    add,
  }
}

export type PastedKeys = ReturnType<typeof usePastedKeys>
