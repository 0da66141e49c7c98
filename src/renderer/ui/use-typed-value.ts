import { type Ref, ref, watch } from 'vue'

/**
 * The text of a field whose value can be typed in several ways. Readable text applies while typing. On leaving the
 * field, other text applies, too, so that its owner can report it.
 */
export function useTypedValue(
  value: Ref<string>,
  parse: (text: string) => string | undefined,
  format: (value: string) => string,
) {
  const text = ref(format(value.value))
  watch(value, (next) => {
    if (next !== parse(text.value)) text.value = format(next)
  })

  function onInput() {
    const next = text.value.trim() === '' ? '' : parse(text.value)
    if (next !== undefined) value.value = next
  }

  function onChange() {
    value.value = parse(text.value) ?? text.value.trim()
    text.value = format(value.value)
  }

  return { text, onInput, onChange }
}
