import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../package/config.ts'

/** The folder with the icons and their sources. */
export const resources = join(project, 'resources')

/** The SVGs from which the icons are drawn. */
const sources = ['icon.svg', 'tray.svg'] as const
const read = (name: (typeof sources)[number]) => readFileSync(join(resources, name), 'utf8')

/** Scale factors by the file name suffix that Electron looks for. */
const densities = { '': 1, '@1.25x': 1.25, '@1.5x': 1.5, '@2x': 2, '@3x': 3 } as const

/**
 * The tray icons’ sources, and their width in pixels at density 1. macOS applies its own colors, so only the shape
 * matters.
 */
const trays = {
  trayTemplate: { source: 'tray.svg', size: 18 },
  'tray-linux': { source: 'icon.svg', size: 22 },
  'tray-windows': { source: 'icon.svg', size: 16 },
} as const

interface Picture {
  /** The file name in `resources`. */
  name: string
  svg: string
  /** Width and height in pixels. */
  size: number
}

/** Lists the images to render. */
export function pictures(): Picture[] {
  const icon = read('icon.svg')
  // Dock icons have a margin. All others fill their square.
  const padded = icon.replace('viewBox="0 0 1024 1024"', 'viewBox="-64 -64 1152 1152"')
  return [
    { name: 'icon.png', svg: icon, size: 512 },
    { name: 'icon-mac.png', svg: padded, size: 1024 },
    ...Object.entries(trays).flatMap(([name, { source, size }]) =>
      Object.entries(densities).map(([ending, times]) => ({
        name: `tray/${name}${ending}.png`,
        svg: read(source),
        size: Math.round(size * times),
      })),
    ),
  ]
}

/** A hash of the sources. */
export function sourceHash(): string {
  const hash = createHash('sha256')
  for (const name of sources) hash.update(read(name))
  return hash.digest('hex')
}
