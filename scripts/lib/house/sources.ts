import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A file of code, by its path below the project. */
export interface Source {
  path: string
  text: string
}

/** All code in some folders; without tests, what only they need, and data. */
export function sourcesIn(project: string, folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, withFileTypes: true }),
    )
    .filter((entry) => entry.isFile() && /\.(ts|js|vue|css)$/.test(entry.name))
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((path) => !/\.test\.|[\\/]testing[\\/]|\.d\.ts$/.test(path))
    .map((path) => ({
      path: relative(project, path).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }))
}

/** Lines that are not empty. */
export function linesOf(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}

/** A component's script, or what a module is; nothing for a style sheet. */
export function scriptOf({ path, text }: Source): string {
  if (path.endsWith('.css')) return ''
  if (!path.endsWith('.vue')) return text
  return [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code).join('\n')
}

/** A style sheet, or a component's styles. */
export function styleOf({ path, text }: Source): string {
  if (path.endsWith('.css')) return text
  return [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, code]) => code).join('\n')
}
