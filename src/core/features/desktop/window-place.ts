import { z } from 'zod'
import { zoomLevels } from './zoom.ts'

/** The window's position and zoom when it was last closed. */
export const WindowFile = z.object({
  bounds: z
    .object({ x: z.int(), y: z.int(), width: z.int().min(400), height: z.int().min(300) })
    .optional()
    .catch(undefined),
  maximized: z.boolean().optional().catch(undefined),
  zoom: z.number().min(zoomLevels.min).max(zoomLevels.max).optional().catch(undefined),
})
export type WindowFile = z.output<typeof WindowFile>

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The part of the title bar that must be on a screen, so that the window can be moved with the mouse. */
const handle = { width: 100, height: 30 }

/**
 * The last position, unless its screen has been unplugged since or the window couldn't be moved there. The window is no
 * larger than the screen.
 */
export function visibleBounds(screens: readonly Area[], { bounds }: WindowFile): Partial<Area> {
  const screen = bounds && screens.find((area) => canBeMoved(area, bounds))
  if (!screen) return {}
  return {
    ...bounds,
    width: Math.min(bounds.width, screen.width),
    height: Math.min(bounds.height, screen.height),
  }
}

function canBeMoved(screen: Area, { x, y, width }: Area): boolean {
  const visibleWidth = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x)
  const isBarVisible = y >= screen.y && y + handle.height <= screen.y + screen.height
  return visibleWidth >= handle.width && isBarVisible
}
