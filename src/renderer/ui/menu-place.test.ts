import { expect, it } from 'vitest'
import { menuPlace } from './menu-place.ts'

const size = { innerWidth: 900, innerHeight: 600 }
const box = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 30 })

it('stands below its button where there is more room, and no higher than that', () => {
  expect(menuPlace(box(40, 100), size)).toEqual({ left: '40px', top: '134px', maxHeight: '458px' })
})

it('stands above it otherwise, and at its right end in the right half', () => {
  expect(menuPlace(box(760, 500), size)).toEqual({
    right: '40px',
    bottom: '104px',
    maxHeight: '488px',
  })
})
