import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../package/config.ts'

/** Where icons are kept, the sources and what is made of them. */
export const resources = join(project, 'resources')

/** Pixels across of the icon as single files, for Linux. */
export const iconSizes = [16, 24, 32, 48, 64, 96, 128, 256, 512] as const

/** Pixels across of the icon inside the file for Windows. */
export const icoSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const

/** Times as many pixels, by the ends of names by which Electron looks for them. */
export const densities = { '': 1, '@1.25x': 1.25, '@1.5x': 1.5, '@2x': 2, '@3x': 3 } as const

/** The icons in the tray: from which source, and pixels across at density 1. macOS colours its own, of which only the shape counts. */
export const trays = {
  trayTemplate: { source: 'tray.svg', size: 18 },
  'tray-linux': { source: 'icon.svg', size: 22 },
  'tray-windows': { source: 'icon.svg', size: 16 },
} as const

/** Each icon in the tray, in each density. */
export function trayPictures(): { name: string; source: string; size: number }[] {
  return Object.entries(trays).flatMap(([name, { source, size }]) =>
    Object.entries(densities).map(([ending, times]) => ({
      name: `${name}${ending}.png`,
      source,
      size: Math.round(size * times),
    })),
  )
}

/** What the icons are made from. */
const sources = ['icon.svg', 'tray.svg'] as const

/** A number that changes with the sources. */
export function sourceHash(): string {
  const hash = createHash('sha256')
  for (const name of sources) hash.update(readFileSync(join(resources, name)))
  return hash.digest('hex')
}
