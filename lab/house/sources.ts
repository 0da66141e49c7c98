import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A source file and its path in the project. */
export interface Source {
  path: string
  text: string
}

/** Reads the source files in some folders, except tests, test helpers, and data. */
export function readSources(project: string, folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,js,vue,css}`, { cwd: project }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.|\/testing\/|\.d\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(project, path), 'utf8') }))
}

/** Counts non-empty lines. */
export function countLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}

/** Returns a file’s script or styles. For a component, this is the content of its blocks. */
export function partOf({ path, text }: Source, part: 'script' | 'style'): string {
  if (!path.endsWith('.vue')) return path.endsWith('.css') === (part === 'style') ? text : ''
  const blocks = text.matchAll(new RegExp(`<${part}[^>]*>([\\s\\S]*?)</${part}>`, 'g'))
  return [...blocks].map(([, code]) => code).join('\n')
}
