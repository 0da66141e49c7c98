import { expect, it } from 'vitest'
import { undoImport, unchangedKeys } from './undo-import.ts'

const laptop = {
  id: 7,
  key: 'ssh-ed25519 AAAA',
  title: 'Laptop',
  usage_type: 'auth',
  expires_at: null,
}
const desk = { ...laptop, id: 8, key: 'ssh-ed25519 BBBB', title: 'Desk' }

it('only undoes keys that haven’t changed since the import', () => {
  const now = [{ ...laptop, last_used_at: '2026-01-01', expires_at: undefined }, desk]
  expect(unchangedKeys([laptop, desk], now)).toEqual([laptop, desk])
  for (const change of [
    { title: 'Renamed' },
    { usage_type: 'signing' },
    { expires_at: '2027-01-01' },
    { key: 'ssh-ed25519 CCCC' },
    { id: 9 },
  ]) {
    expect(unchangedKeys([laptop, desk], [{ ...laptop, ...change }, desk])).toEqual([desk])
  }
})

it('removes unchanged keys and counts changed ones but not deleted ones', async () => {
  const account = [laptop, { ...desk, title: 'Renamed' }].map((key) => ({
    ...key,
  }))
  const removed: number[] = []
  const calls = {
    list: async () => ({ account, local: [] }),
    remove: async (id: number) => removed.push(id),
  }
  const deleted = { ...laptop, id: 9 }
  expect(await undoImport(calls, [laptop, desk, deleted])).toEqual({ removed: 1, kept: 1 })
  expect(removed).toEqual([7])
})
