import { expect, it } from 'vitest'
import { ref, shallowRef } from 'vue'
import type { DirectoryState } from '../../../shared/operations/directory.ts'
import { loadMessages } from '../../ui/messages.ts'
import { type UserListQuery, everyone } from '../../stores/directory.ts'
import { parseTypedSearch } from './typed-filters.ts'
import { type FilterFormState, useListObjection } from './use-list-objection.ts'

await loadMessages()

it('shows when the search is being prepared and when the list is being updated', () => {
  const isCurrent = ref(false)
  const list = shallowRef<UserListQuery>({ ...everyone, filter: { search: 'maya' } })
  const state = shallowRef<DirectoryState>({ phase: 'whole', known: 9, isPreparingSearch: true })
  const { updating, objection } = useListObjection({
    typed: shallowRef(parseTypedSearch('maya', true)),
    isPending: ref(false),
    form: ref<FilterFormState>('applied'),
    pages: { ignored: shallowRef([]), isCurrent, failure: shallowRef() },
    list,
    sync: { state } as never,
  })
  expect(updating.value).toBe('Preparing the search…')
  expect(objection.value).toBe(updating.value)
  list.value = everyone
  expect(updating.value).toBe('Updating the list…')
  isCurrent.value = true
  expect(updating.value).toBeUndefined()
})
