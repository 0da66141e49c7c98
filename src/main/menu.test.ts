import { expect, it, vi } from 'vitest'
import { appMenu } from '../core/features/desktop/app-menu.ts'
import { createMenu } from './menu.ts'
import { Menu } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

it('menu binds zoom in to two shortcuts, one of them visible', () => {
  const run = vi.fn()
  const state = { accounts: [], recents: [], presets: [] } as never
  const { template } = createMenu(appMenu('linux', state), run) as unknown as Menu
  const items = template.flatMap(({ submenu }) => submenu as typeof template)
  const larger = items.filter(({ label }) => label === 'Zoom in')
  expect(
    larger.map(({ accelerator, registerAccelerator, visible }) => [
      accelerator,
      registerAccelerator,
      visible ?? true,
    ]),
  ).toEqual([
    ['CmdOrCtrl+Plus', true, true],
    ['CmdOrCtrl+=', true, false],
  ])
  for (const { click } of larger) (click as unknown as () => void)()
  expect(run.mock.calls).toEqual(Array(2).fill([{ do: 'zoom', to: 'in' }]))
})

it('menu assigns the window and help roles on macOS only', () => {
  const state = { accounts: [], recents: [], presets: [] } as never
  const roles = (system: NodeJS.Platform) => {
    const { template } = createMenu(appMenu(system, state), vi.fn()) as unknown as Menu
    return template.map(({ role }) => role).filter((role) => role !== undefined)
  }
  expect(roles('darwin')).toEqual(['window', 'help'])
  expect(roles('win32')).toEqual([])
})
