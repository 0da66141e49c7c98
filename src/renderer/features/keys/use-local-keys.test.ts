import { expect, it } from 'vitest'
import { ref } from 'vue'
import { isSuggested } from './key-rows.ts'
import type { LocalKey } from './keys.ts'
import { mergeCopies, useLocalKeys } from './use-local-keys.ts'

it('merges copies of a key from several files', () => {
  const key = (fingerprint: string, file: string, rank = 0) => ({
    localKeyId: `${fingerprint} in ${file}`,
    fingerprint,
    file,
    rank,
  })
  const keys = [key('A', 'a'), key('B', 'b'), key('A', 'c', 1), key('A', 'd'), key('A', 'c')]
  expect(mergeCopies(keys, ({ rank }) => rank)).toEqual([
    { key: keys[2], otherFiles: ['a', 'd'], addedIds: [] },
    { key: keys[1], otherFiles: [], addedIds: [] },
  ])
})

it('lists a key’s copies only if all of them were added by hand', () => {
  const key = (localKeyId: string, isAdded: boolean) => ({
    localKeyId,
    fingerprint: 'A',
    file: localKeyId,
    isAdded,
  })
  const idsOf = (...keys: ReturnType<typeof key>[]) => mergeCopies(keys, () => 0)[0]!.addedIds
  expect(idsOf(key('a', true), key('b', true))).toEqual(['a', 'b'])
  expect(idsOf(key('a', true), key('b', false))).toEqual([])
})

it('doesn’t suggest a key that another signed-in account has, and names that account', () => {
  const key = (localKeyId: string, otherAccounts: string[]): LocalKey => ({
    localKeyId,
    name: localKeyId,
    type: '',
    group: 'new',
    facts: [],
    files: [],
    notes: [],
    addedIds: [],
    otherAccounts,
  })
  const keys = [key('own', []), key('shared', ['work'])]
  const account = {
    user: { id: 7, username: 'maya', name: 'Maya' },
    baseUrl: 'http://localhost:8080/gitlab',
  }
  const { importableKeys } = useLocalKeys(
    { list: { data: ref({}) } },
    () => keys,
    (id) => (id === 'work' ? account : undefined),
  )
  expect(importableKeys.value.map((local) => [local.doubt, isSuggested(local)])).toEqual([
    [undefined, true],
    ['On your account @maya at localhost:8080/gitlab', false],
  ])
})
