import { expect, it } from 'vitest'
import { clampCrop, maxZoom, panCrop, squareOf, fullCrop, zoomCrop } from './crop.ts'

const wide = { width: 400, height: 200 }

it('starts with the largest centered square', () => {
  expect(squareOf(fullCrop(wide), wide)).toEqual({ left: 100, top: 0, side: 200 })
})

it('keeps the square inside the picture', () => {
  const corner = clampCrop({ x: -1000, y: 1000, zoom: 2 }, wide)
  expect(squareOf(corner, wide)).toEqual({ left: 0, top: 100, side: 100 })
  expect(squareOf(panCrop(fullCrop(wide), wide, -99, 99), wide)).toMatchObject({
    left: 200,
    top: 0,
  })
  expect(clampCrop({ x: 0, y: 0, zoom: 0.1 }, wide).zoom).toBe(1)
})

it('moves the picture with the pointer', () => {
  const crop = { x: 200, y: 100, zoom: 2 }
  expect(panCrop(crop, wide, 0.1, 0)).toEqual({ x: 190, y: 100, zoom: 2 })
})

it('keeps the point under the pointer in place while zooming', () => {
  const before = { x: 200, y: 100, zoom: 2 }
  const after = zoomCrop(before, wide, 2, 0.25, 0.75)
  const point = (crop: typeof before) => {
    const { left, top, side } = squareOf(crop, wide)
    return [left + 0.25 * side, top + 0.75 * side]
  }
  expect(point(after)).toEqual(point(before))
})

it('limits the zoom by picture size, and doesn’t zoom a tiny picture', () => {
  expect(maxZoom({ width: 8000, height: 6000 })).toBe(10)
  expect(maxZoom({ width: 48, height: 96 })).toBe(2)
  expect(maxZoom({ width: 5, height: 5 })).toBe(1)
  expect(zoomCrop(fullCrop({ width: 5, height: 5 }), { width: 5, height: 5 }, 3).zoom).toBe(1)
})
