import { expect, it } from 'vitest'
import { ref, shallowRef } from 'vue'
import { loadMessages } from '../../ui/messages.ts'
import type { ServerFilterName } from '../../../shared/rules/directory-columns.ts'
import { parseTypedSearch } from './typed-filters.ts'
import { type FilterFormState, useListObjection } from './use-list-objection.ts'

await loadMessages()

function create(typed = 'maya') {
  const isCurrent = ref(true)
  const form = ref<FilterFormState>('applied')
  const ignored = shallowRef<ServerFilterName[]>([])
  const objections = useListObjection({
    typed: shallowRef(parseTypedSearch(typed, true)),
    isPending: ref(false),
    form,
    pages: { ignored, isCurrent, failure: shallowRef() },
  })
  return { ...objections, isCurrent, form, ignored }
}

it('shows when the list is being updated', () => {
  const { updating, objection, isCurrent } = create()
  isCurrent.value = false
  expect(updating.value).toBe('Updating the list…')
  expect(objection.value).toBe(updating.value)
  isCurrent.value = true
  expect(updating.value).toBeUndefined()
  expect(objection.value).toBeUndefined()
})

it('objects to what has to be corrected first, even while the list is updated', () => {
  const { notice, objection, form, isCurrent } = create()
  isCurrent.value = false
  form.value = 'invalid'
  expect(notice.value).toMatch(/./)
  expect(objection.value).toBe(notice.value)
  const typed = create('nosuchfilter:x')
  expect(typed.notice.value).toContain('nosuchfilter:x')
  expect(typed.objection.value).toBe(typed.notice.value)
})

it('objects to selecting by filters that GitLab ignores', () => {
  const { notice, objection, ignored, form } = create()
  form.value = 'invalid'
  ignored.value = ['auditors']
  expect(objection.value).toMatch(/./)
  expect(objection.value).not.toBe(notice.value)
})
