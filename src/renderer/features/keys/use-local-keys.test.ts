import { expect, it } from 'vitest'
import { ref } from 'vue'
import type { FileRow, ListedKey } from './keys.ts'
import { importAction, isSuggested } from './key-rows.ts'
import { useLocalKeys } from './use-local-keys.ts'

const key = (localKeyId: string, changes: object = {}): ListedKey => ({
  kind: 'key',
  localKeyId,
  fingerprint: `SHA256:${localKeyId}`,
  file: localKeyId,
  title: localKeyId,
  type: 'ssh-rsa',
  bits: 1024,
  comment: '',
  publicKey: '',
  privateKeys: [],
  files: [],
  addedIds: [],
  group: 'new',
  ...changes,
})

function show(local: ListedKey[], pasted: FileRow<ListedKey>[] = []) {
  const details = { fingerprint: 'SHA256:there' }
  return useLocalKeys(
    {
      list: { data: ref({ account: [{ id: 1, key: '', details }] }) },
      lists: ref({ local }),
    },
    { listed: (keys) => [...keys], pastedRows: ref(pasted) },
    ({ localKeyId }) => ({ name: localKeyId, type: '', facts: [], files: [], notes: [] }),
  )
}

it('doesn’t suggest a key that is probably for something else, and says what for', () => {
  const doubt = { kind: 'account', username: 'maya', instance: 'http://localhost:8080/gitlab' }
  const { importableKeys } = show([key('own'), key('shared', { doubt })])
  expect(importableKeys.value.map((local) => [local.doubt, isSuggested(local)])).toEqual([
    [undefined, true],
    ['On your account @maya at localhost:8080/gitlab', false],
  ])
})

it('offers “Add anyway” for a weak key until GitLab rejects it', () => {
  const { newKeys, importableKeys, refuse } = show([key('weak', { skip: 'weak', weak: 'Short.' })])
  expect(newKeys.value[0]!.skipReason).toBe('Short.')
  expect(importAction(newKeys.value[0]!)).toBe('import-anyway')
  expect(importableKeys.value).toEqual([])
  refuse('weak', 'Key type is forbidden.')
  expect(importAction(newKeys.value[0]!)).toBeUndefined()
})

it('explains why Add all skips a key', () => {
  const skips = ['revoked', 'expired', 'others'] as const
  const { newKeys } = show(skips.map((skip) => key(skip, { skip })))
  expect(newKeys.value.map(({ skipReason }) => skipReason)).toEqual([
    'This key is revoked.',
    'This key has expired.',
    expect.stringMatching(/someone else/),
  ])
})

it('offers to restore an ignored key, and finds pasted keys that are on the account', () => {
  const ignored = show([key('a', { group: 'ignored' })]).ignoredKeys.value
  expect(ignored.map(importAction)).toEqual(['restore'])
  const file = { kind: 'skipped' as const, file: 'text', message: '' }
  const { pastedKeys } = show([], [key('there'), key('other'), file])
  expect(pastedKeys.value.map(({ group }) => group)).toEqual(['on-account', 'new'])
})
