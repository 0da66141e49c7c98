import { expect, it } from 'vitest'
import { ref, shallowRef } from 'vue'
import { loadMessages } from '../../ui/messages.ts'
import { parseTypedSearch } from './typed-filters.ts'
import { type FilterFormState, useListObjection } from './use-list-objection.ts'

await loadMessages()

it('shows when the list is being updated', () => {
  const isCurrent = ref(false)
  const { updating, objection } = useListObjection({
    typed: shallowRef(parseTypedSearch('maya', true)),
    isPending: ref(false),
    form: ref<FilterFormState>('applied'),
    pages: { ignored: shallowRef([]), isCurrent, failure: shallowRef() },
  })
  expect(updating.value).toBe('Updating the list…')
  expect(objection.value).toBe(updating.value)
  isCurrent.value = true
  expect(updating.value).toBeUndefined()
})
