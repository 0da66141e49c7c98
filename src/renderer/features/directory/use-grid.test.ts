import { ref } from 'vue'
import { expect, it, vi } from 'vitest'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import type { UserSelection } from '../../stores/selection.ts'
import { rowAfterKey, useGrid } from './use-grid.ts'

it.each([
  ['ArrowDown', 5, 6],
  ['ArrowUp', 5, 4],
  ['j', 5, 6],
  ['k', 5, 4],
  ['PageDown', 5, 14],
  ['PageUp', 5, 0],
  ['Home', 5, 0],
  ['End', 5, 99],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 99, 99],
  ['PageDown', 95, 99],
  ['a', 5, undefined],
])('%s moves from row %i to row %o', (key, from, to) => {
  expect(rowAfterKey(key, from, 100, 10)).toBe(to)
})

it('stays put in an empty list and moves by one row if the height is unknown', () => {
  expect(rowAfterKey('End', 0, 0, 10)).toBeUndefined()
  expect(rowAfterKey('PageDown', 3, 100, 0)).toBe(4)
})

it('selects the row whose checkbox was focused by assistive technology', () => {
  const toggle = vi.fn()
  const { current, onFocus, onKey } = useGrid(
    {
      total: ref(3),
      selection: { toggle } as unknown as UserSelection,
      rowAt: (index) => ({ id: 10 + index }) as DirectoryEntry,
      usersBetween: async () => [],
      rowsInView: () => 3,
      scrollTo: () => undefined,
      open: () => undefined,
      selectAll: () => undefined,
      canSelect: () => true,
    },
    0,
  )
  const row = { closest: () => ({ dataset: { index: '2' } }) }
  onFocus({ target: row } as unknown as FocusEvent)
  onKey({ key: ' ', preventDefault: () => undefined } as unknown as KeyboardEvent)
  expect(toggle).toHaveBeenCalledWith(12)
  onFocus({ target: { closest: () => null } } as unknown as FocusEvent)
  expect(current.value).toBe(2)
})
