import { expect, it } from 'vitest'
import { WindowFile, visibleBounds } from './window-place.ts'
import { nextZoomLevel } from './zoom.ts'

const screens = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
]
const bounds = { x: 2000, y: 100, width: 1000, height: 700 }

it("restores the window's position unless its screen is no longer connected", () => {
  expect(visibleBounds(screens, { bounds })).toEqual(bounds)
  expect(visibleBounds(screens.slice(0, 1), { bounds })).toEqual({})
  expect(visibleBounds(screens, {})).toEqual({})
})

it.each([
  ['shows only a strip at the edge of the screen', { ...bounds, x: -950 }],
  ['has its title bar above the screen', { ...bounds, x: 100, y: -200 }],
  ['has its title bar below the screen', { ...bounds, x: 100, y: 1060 }],
])("doesn't restore a position that %s", (_, outside) => {
  expect(visibleBounds(screens.slice(0, 1), { bounds: outside })).toEqual({})
})

it('makes the window fit a smaller screen', () => {
  const large = { x: 0, y: 0, width: 4000, height: 3000 }
  expect(visibleBounds(screens, { bounds: large })).toEqual(screens[0])
})

it('ignores invalid values', () => {
  expect(WindowFile.parse({ bounds: { x: 0.5 }, maximized: 'yes', zoom: 99 })).toEqual({})
})

it('zooms in steps up to the limits', () => {
  expect(nextZoomLevel(0, 'in')).toBe(0.5)
  expect(nextZoomLevel(5, 'in')).toBe(5)
  expect(nextZoomLevel(-3, 'out')).toBe(-3)
  expect(nextZoomLevel(2, 'reset')).toBe(0)
})
