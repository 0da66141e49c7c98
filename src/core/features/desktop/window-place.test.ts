import { expect, it } from 'vitest'
import { WindowFile, placeOn } from './window-place.ts'
import { zoomed } from './zoom.ts'

const screens = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
]
const bounds = { x: 2000, y: 100, width: 1000, height: 700 }

it('opens the window where it was, unless that screen is gone', () => {
  expect(placeOn(screens, { bounds })).toEqual(bounds)
  expect(placeOn(screens.slice(0, 1), { bounds })).toEqual({})
  expect(placeOn(screens, {})).toEqual({})
})

it('takes what makes no sense for not remembered', () => {
  expect(WindowFile.parse({ bounds: { x: 0.5 }, maximized: 'yes', zoom: 99 })).toEqual({})
})

it('zooms in steps, as far as it goes', () => {
  expect(zoomed(0, 'in')).toBe(0.5)
  expect(zoomed(5, 'in')).toBe(5)
  expect(zoomed(-3, 'out')).toBe(-3)
  expect(zoomed(2, 'reset')).toBe(0)
})
