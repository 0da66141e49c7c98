import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { createTimeSlicer } from '../../platform/time/time-slicer.ts'
import { isNetworkPath } from '../home-paths.ts'
import { mountsToSkip } from '../repositories/find-repositories.ts'

/** How many folders the patterns of all files together may read. */
const folderLimit = 1000
/** How many names in them they may be compared with. */
const nameLimit = 100_000
/** How many paths a pattern may match. */
const pathLimit = 1000
/** The size (bytes) of a pattern that glob(3) rejects (`PATH_MAX`). */
const patternLimit = 4096

/**
 * Expands the patterns of `Include` in an SSH configuration (ssh_config(5)) as OpenSSH does with glob(3): `**` is `*`,
 * and hidden files have to be named. Guarantee: reads a limited number of folders, none of them on another computer,
 * and never blocks, whatever the pattern.
 */
export class IncludePatterns {
  #left = folderLimit
  #namesLeft = nameLimit
  readonly #pause = createTimeSlicer()
  readonly #mounts = mountsToSkip()

  /** The paths that match an absolute pattern. They may be missing if it has no wildcards. */
  async expand(pattern: string): Promise<string[]> {
    // guard: include-length
    if (Buffer.byteLength(pattern) >= patternLimit) return []
    if (isNetworkPath(pattern)) return []
    await this.#pause()
    const { root } = parse(pattern)
    const slashed = process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern
    let paths = [root]
    for (const name of slashed.slice(root.length).split('/').filter(Boolean)) {
      const parts = parsePattern(name)
      const next: string[] = []
      for (const path of paths) {
        if (next.length >= pathLimit) break
        if (parts.every((part) => typeof part === 'string')) next.push(join(path, parts.join('')))
        else next.push(...(await this.#matching(path, parts)))
      }
      paths = next.slice(0, pathLimit)
    }
    return paths
  }

  async #matching(folder: string, parts: readonly Part[]): Promise<string[]> {
    // guard: include-folders
    if (this.#left === 0) return []
    this.#left -= 1
    const names = await readdir(folder).catch((): string[] => [])
    const paths: string[] = []
    for (const name of names.slice(0, this.#namesLeft)) {
      await this.#pause()
      if (name.startsWith('.') && parts[0] !== '.') continue
      if (matches(name, parts)) paths.push(join(folder, name))
    }
    this.#namesLeft = Math.max(0, this.#namesLeft - names.length)
    return paths.filter((path) => !this.#mounts.has(path))
  }
}

/** A literal character, a test for one, or `any` for any number of them. */
type Part = string | ((character: string) => boolean) | typeof any
const any = Symbol('any')

function parsePattern(pattern: string): Part[] {
  // After the last `]`, no `[` starts a set; looking for its end again and again would take forever.
  const end = pattern.lastIndexOf(']') + 1
  const parts = Array.from(
    pattern.slice(0, end).matchAll(/\\(.)|(\*+)|(\?)|\[([!^]?)(\]?[^\]]*)\]|([^])/gsu),
    ([, escaped, stars, question, not, set, plain]): Part => {
      if (stars !== undefined) return any
      if (question !== undefined) return () => true
      if (set === undefined) return escaped ?? plain ?? ''
      return testOf(set, not !== '')
    },
  )
  const others = Array.from(
    pattern.slice(end).matchAll(/\\(.)|(\*+)|(\?)|([^])/gsu),
    ([, escaped, stars, question, plain]): Part => {
      if (stars !== undefined) return any
      return question === undefined ? (escaped ?? plain ?? '') : () => true
    },
  )
  return [...parts, ...others]
}

/** Looks each character up once, because a set may be long. */
function testOf(set: string, isNegated: boolean): (character: string) => boolean {
  const results = new Map<string, boolean>()
  return (character) => {
    const result = results.get(character) ?? isIn(character, set) !== isNegated
    results.set(character, result)
    return result
  }
}

function isIn(character: string, set: string): boolean {
  return Array.from(set.matchAll(/([^])-([^])|([^])/gu)).some(([, from, to, only]) =>
    from === undefined || to === undefined
      ? only === character
      : from <= character && character <= to,
  )
}

/** Only the last `*` before a mismatch may have to match more; a regular expression would try all of them. */
function matches(name: string, parts: readonly Part[]): boolean {
  const characters = Array.from(name)
  let [at, part] = [0, 0]
  let star: { part: number; at: number } | undefined
  while (at < characters.length) {
    const current = parts[part]
    if (current === any) {
      part += 1
      star = { part, at }
    } else if (current !== undefined && isSame(characters[at]!, current)) {
      at += 1
      part += 1
    } else if (star) {
      star.at += 1
      at = star.at
      part = star.part
    } else return false
  }
  return parts.slice(part).every((rest) => rest === any)
}

function isSame(character: string, part: Exclude<Part, typeof any>): boolean {
  return typeof part === 'string' ? part === character : part(character)
}
