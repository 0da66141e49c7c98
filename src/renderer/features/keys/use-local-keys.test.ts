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

it('doesn’t suggest a key named after another signed-in account or its instance', () => {
  const key = (comment: string, file: string, group: LocalKey['group'] = 'new'): LocalKey => ({
    ...{ localKeyId: comment, name: comment, type: '', group, facts: [], files: [file], notes: [] },
    ...{ addedIds: [], comment },
  })
  const account = (username: string, baseUrl: string) => ({
    user: { id: 7, username, name: username },
    baseUrl,
  })
  const own = account('mlindqvist', 'https://git.alder.test')
  const others = [
    account('gateway-svc', 'https://git.alder.test'),
    account('maya', 'https://git.birch.test'),
  ]
  const keys = [
    key('maya@laptop', '~/.ssh/id_ed25519'),
    key('mlindqvist@alder', '~/.ssh/alder'),
    key('maya@birch', '~/.ssh/id_work'),
    key('work', '~/.ssh/birch_ed25519'),
    key('gateway-svc', '~/.ssh/gateway'),
    key('other', '~/.ssh/gateway-svc.pub'),
    key('maya@birch, added', '~/.ssh/id_birch', 'on-account'),
  ]
  const { newKeys } = useLocalKeys(
    { list: { data: ref({}) } },
    () => keys,
    () => undefined,
    () => ({ own, others }),
  )
  expect(newKeys.value.map(({ comment, doubt }) => [comment, doubt])).toEqual([
    ['maya@laptop', undefined],
    ['mlindqvist@alder', undefined],
    ['maya@birch', 'Looks like a git.birch.test key'],
    ['work', 'Looks like a git.birch.test key'],
    ['gateway-svc', 'Looks like a key of @gateway-svc'],
    ['other', 'Looks like a key of @gateway-svc'],
  ])
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
