import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { extractFile, listPackage, statFile } from '@electron/asar'

/** One file of the packaged app. */
export interface PackagedFile {
  /** With slashes, as in the project. */
  path: string
  bytes: number
  /** Whether the file is next to the archive, as native modules must be. */
  unpacked: boolean
}

/** Lists the app’s files in a folder that electron-builder has built for any system. */
export function listContents(appFolder: string): PackagedFile[] {
  const archive = archiveIn(appFolder)
  return listPackage(archive, { isPack: false })
    .map((path) => path.slice(1))
    .flatMap((path) => {
      const entry = statFile(archive, path, false)
      if (!('size' in entry)) return []
      const { size, unpacked = false } = entry
      return [{ path: path.split(sep).join('/'), bytes: size, unpacked }]
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The text of one packaged file. */
export function packagedText(appFolder: string, path: string): string {
  return extractFile(archiveIn(appFolder), path).toString('utf8')
}

/** Finds the app’s archive. Throws if there is none. */
export function archiveIn(appFolder: string): string {
  const places = [
    join(appFolder, 'resources/app.asar'),
    ...readdirSync(appFolder)
      .filter((name) => name.endsWith('.app'))
      .map((name) => join(appFolder, name, 'Contents/Resources/app.asar')),
  ]
  const archive = places.find(existsSync)
  if (!archive) throw new Error(`There is no packaged app in ${appFolder}.`)
  return archive
}

/** The names of the packages among the files, sorted. */
export function packageNames(files: readonly PackagedFile[]): string[] {
  const names = files.flatMap(({ path }) => {
    const inside = path.split('node_modules/').at(-1)!
    if (!path.startsWith('node_modules/')) return []
    const [first, second] = inside.split('/')
    return [first!.startsWith('@') ? `${first}/${second}` : first!]
  })
  return [...new Set(names)].sort()
}

/** Summarizes a package’s content in a few lines. */
export function summarizeContents(files: readonly PackagedFile[]): string[] {
  const groups = Map.groupBy(files, ({ path }) => {
    const [top, below] = path.split('/')
    return top === 'out' ? `out/${below}` : top!
  })
  return [...groups].map(([name, members]) => {
    const bytes = members.reduce((sum, file) => sum + file.bytes, 0)
    return `${name}: ${count(members.length, 'file')}, ${(bytes / 1024).toFixed(0)} kB`
  })
}

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? '' : 's'}`
}
