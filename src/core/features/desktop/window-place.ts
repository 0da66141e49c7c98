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

/** The last position, unless its screen has been unplugged since. */
export function visibleBounds(screens: readonly Area[], { bounds }: WindowFile): Partial<Area> {
  return bounds && screens.some((screen) => overlap(screen, bounds)) ? bounds : {}
}

function overlap(a: Area, b: Area): boolean {
  return b.x < a.x + a.width && b.x + b.width > a.x && b.y < a.y + a.height && b.y + b.height > a.y
}
