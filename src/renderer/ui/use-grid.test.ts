import { ref } from 'vue'
import { expect, it, vi } from 'vitest'
import { createListSelection } from './list-selection.ts'
import { type GridOptions, rowAfterKey, useGrid } from './use-grid.ts'

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

type Options = GridOptions<{ id: number }, number>

/** Three rows with the IDs 10, 11 and 12, on which mouse events name the clicked part. */
function setUp(overrides: Partial<Options> = {}) {
  const selection = createListSelection<number>()
  const rowAt = (index: number) => [{ id: 10 }, { id: 11 }, { id: 12 }][index]
  const calls = {
    open: vi.fn<Options['open']>(),
    copy: vi.fn<Options['copy']>(),
    openMenu: vi.fn<Options['openMenu']>(),
    remove: vi.fn<Options['remove']>(),
    inspect: vi.fn<Options['inspect']>(),
  }
  const options: Options = {
    total: ref(3),
    selection: () => selection,
    keyOf: ({ id }) => id,
    rowAt,
    rowsBetween: async (first, last) =>
      [0, 1, 2].filter((index) => index >= first && index <= last).map((index) => rowAt(index)!),
    rowsInView: () => 3,
    scrollTo: () => undefined,
    opensOnClick: () => false,
    selectAll: () => selection.range([10, 11, 12]),
    ...calls,
    ...overrides,
  }
  const grid = useGrid(options, 0)
  const press = (key: string, more = {}) =>
    grid.onKey({ key, preventDefault: () => undefined, ...more } as unknown as KeyboardEvent)
  const on = (index: number, part?: string, more = {}) => {
    const row = { dataset: { index: String(index) } }
    const closest = (selector: string) =>
      selector === '[data-index]' ? row : part && selector.includes(part) ? {} : null
    const preventDefault = vi.fn<() => void>()
    return { target: { closest }, preventDefault, ...more } as unknown as MouseEvent
  }
  return { ...grid, ...calls, selection, press, on }
}

it('selects the row whose checkbox was focused by assistive technology', () => {
  const { current, onFocus, press, on, selection } = setUp()
  onFocus(on(2) as unknown as FocusEvent)
  press(' ')
  expect([...selection.keys]).toEqual([12])
  onFocus({ target: { closest: () => null } } as unknown as FocusEvent)
  expect(current.value).toBe(2)
})

it('selects rows with Ctrl, Shift and the checkbox, and clears them with Escape', async () => {
  const { onClick, on, press, selection } = setUp()
  onClick(on(0, undefined, { ctrlKey: true }))
  onClick(on(2, undefined, { shiftKey: true }))
  await vi.waitFor(() => expect([...selection.keys]).toEqual([10, 11, 12]))
  onClick(on(1, '.check'))
  expect([...selection.keys]).toEqual([10, 12])
  expect(press('Escape')).toBe(true)
  expect(selection.keys.size).toBe(0)
  expect(press('Escape')).toBe(false)
})

it('opens a row by its link, Enter or a double click, but not by a click on another control', () => {
  const { onClick, onDoubleClick, on, press, open, current } = setUp()
  onClick(on(1))
  onClick(on(1, 'button'))
  onDoubleClick(on(1, 'button'))
  onClick(on(1, '.row-link', { ctrlKey: true }))
  expect(open).not.toHaveBeenCalled()
  expect(current.value).toBe(1)
  onClick(on(1, '.row-link'))
  onDoubleClick(on(1))
  press('Enter')
  expect(open.mock.calls).toEqual([[{ id: 11 }], [{ id: 11 }], [{ id: 11 }]])
})

it('opens a row by a single click if the list has no selection', () => {
  const { onClick, onDoubleClick, on, press, open } = setUp({
    opensOnClick: () => true,
    selection: () => undefined,
  })
  onClick(on(0))
  onDoubleClick(on(0))
  expect(open).toHaveBeenCalledTimes(1)
  expect(press('x')).toBe(false)
})

it('ignores a click if another row was there when the button was pressed', () => {
  let rows = [{ id: 10 }, { id: 11 }]
  const { onPress, onClick, on, selection } = setUp({ rowAt: (index) => rows[index] })
  onPress(on(0))
  rows = [{ id: 11 }]
  onClick(on(0, '.check'))
  expect(selection.keys.size).toBe(0)
})

it('runs the row’s commands by key, and leaves other keys to the page', () => {
  vi.stubGlobal('getSelection', () => ({ isCollapsed: true }))
  const { press, copy, openMenu, remove, inspect } = setUp()
  press('c', { ctrlKey: true })
  press('F10', { shiftKey: true })
  press('ContextMenu')
  press('Delete')
  press('ArrowRight')
  press('ArrowLeft')
  expect(copy).toHaveBeenCalledTimes(1)
  expect(openMenu).toHaveBeenCalledTimes(2)
  expect(remove).toHaveBeenCalledTimes(1)
  expect(inspect.mock.calls).toEqual([[true], [false]])
  expect(press('q')).toBe(false)
  expect(press('ArrowLeft', { altKey: true })).toBe(false)
  vi.unstubAllGlobals()
})
