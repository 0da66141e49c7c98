import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it, vi } from 'vitest'
import { hostKey } from '../../bridge/latchkey.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { encodeAsText } from './key-files.ts'
import type { FileRow, ScannedKey } from './keys.ts'
import { useKeyReader } from './use-key-reader.ts'

function createReader(...options: Parameters<typeof useKeyReader>) {
  const app = createApp({})
  app.provide(hostKey, { invoke: () => Promise.reject(new Error()), on: () => () => undefined })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  return app.runWithContext(() => effectScope().run(() => useKeyReader(...options)))!
}

it('reads files dropped while others are being read', async () => {
  const names: string[] = []
  const reads: ((rows: FileRow[]) => void)[] = []
  const lists = { scanResult: shallowRef({ rows: [] }), readLists: () => Promise.resolve() }
  const files: Parameters<typeof useKeyReader>[1] = {
    encode: encodeAsText,
    maxBytes: 100,
    batchSize: 10,
    isOthers: false,
    forget: () => Promise.resolve(),
    read(batch) {
      names.push(...batch.map(({ name }) => name))
      return new Promise((resolve) => reads.push(resolve))
    },
  }
  const reader = createReader(lists, files)
  const first = reader.addFiles([new File(['one'], 'one.pub')])
  const second = reader.addFiles([new File(['two'], 'two.pub')])
  for (const count of [1, 2]) {
    await vi.waitFor(() => expect(reads).toHaveLength(count))
    reads.at(-1)!([])
  }
  await Promise.all([first, second])
  expect(names).toEqual(['one.pub', 'two.pub'])
})

const addedKey = (localKeyId: string): ScannedKey => ({
  kind: 'key',
  localKeyId,
  addedIds: [localKeyId],
})

it('keeps only the keys in the latest pasted text', async () => {
  const forgotten: string[] = []
  const reader = createReader(
    { scanResult: shallowRef({ rows: [] }), readLists: () => Promise.resolve() },
    {
      encode: encodeAsText,
      maxBytes: 100,
      batchSize: 10,
      isOthers: false,
      forget: async (id) => forgotten.push(id),
      read: async ([file]) => (file && 'text' in file ? file.text.split(' ').map(addedKey) : []),
    },
  )
  await Promise.all([reader.readPasted('one two'), reader.readPasted('two three')])
  expect(reader.pastedRows.value).toMatchObject([{ localKeyId: 'two' }, { localKeyId: 'three' }])
  expect(forgotten).toEqual(['one'])
  expect(reader.listed([addedKey('two'), addedKey('four')])).toEqual([addedKey('four')])
  const inFileToo = { ...addedKey('two'), addedIds: ['two', 'four'] }
  expect(reader.listed([inFileToo])).toEqual([addedKey('four')])
  reader.endPasting(['three'])
  expect(forgotten).toEqual(['one', 'two'])
  expect(reader.pastedRows.value).toEqual([])
  expect([...reader.addedKeyIds.value]).toEqual(['three'])
  // This list was loaded before the key was forgotten.
  expect(reader.listed([addedKey('two'), addedKey('three')])).toEqual([addedKey('three')])
})
