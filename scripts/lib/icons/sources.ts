import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../package/config.ts'

/** Where icons are kept, the sources and what is made of them. */
export const resources = join(project, 'resources')

/** What the icons are made from. */
const sources = ['icon.svg', 'tray.svg'] as const
const read = (name: (typeof sources)[number]) => readFileSync(join(resources, name), 'utf8')

/** Times as many pixels, by the ends of names by which Electron looks for them. */
const densities = { '': 1, '@1.25x': 1.25, '@1.5x': 1.5, '@2x': 2, '@3x': 3 } as const

/** The icons in the tray: from which source, and pixels across at density 1. macOS colours its own, of which only the shape counts. */
const trays = {
  trayTemplate: { source: 'tray.svg', size: 18 },
  'tray-linux': { source: 'icon.svg', size: 22 },
  'tray-windows': { source: 'icon.svg', size: 16 },
} as const

interface Picture {
  /** Its file in `resources`. */
  name: string
  svg: string
  /** Pixels across. */
  size: number
}

/** Each picture that is drawn. */
export function pictures(): Picture[] {
  const icon = read('icon.svg')
  // Icons in the dock stand apart from each other; elsewhere they fill their place.
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

/** A number that changes with the sources. */
export function sourceHash(): string {
  const hash = createHash('sha256')
  for (const name of sources) hash.update(read(name))
  return hash.digest('hex')
}
