import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The location of a guard in the project. */
export interface GuardLocation {
  /** Its path in the project, with slashes. */
  file: string
  id: string
  /** Start and end offset of the code that blocks an attack. */
  start: number
  end: number
}

const mark = /^\s*(?:\/\/|#) guard: ([a-z0-9-]+)$/gm

/**
 * Finds every guard marked in the project: `// guard: some-id` on its own line, before the statement, property, or
 * element that blocks an attack. In files that aren’t scripts, the guard is the next line.
 */
export function findGuards(root: string): GuardLocation[] {
  const files = ['.npmrc', 'eslint.config.js', ...globSync('{src,scripts}/**/*.ts', { cwd: root })]
  return files.flatMap((path) => {
    const file = path.replaceAll('\\', '/')
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(mark)].map((found) => {
      const at = found.index + found[0].length
      const range = /\.[jt]s$/.test(file) ? nodeAfter(file, text, at) : lineAfter(text, at)
      return { file, id: found[1]!, ...range }
    })
  })
}

/** Finds the largest node whose leading comments contain the mark. */
function nodeAfter(file: string, text: string, at: number): { start: number; end: number } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  let found: ts.Node | undefined
  const visit = (node: ts.Node): void => {
    if (found || node.getFullStart() > at || node.end < at) return
    if (node !== source && node.getStart(source) >= at) found = node
    else ts.forEachChild(node, visit)
  }
  visit(source)
  if (!found) throw new Error(`${file}: nothing follows the guard mark at ${at}.`)
  return { start: found.getStart(source), end: found.end }
}

function lineAfter(text: string, at: number): { start: number; end: number } {
  const start = at + 1
  const end = text.indexOf('\n', start)
  return { start, end: end === -1 ? text.length : end }
}

/** Returns a file’s text without a guard. */
export function replaceGuard(
  text: string,
  { start, end }: GuardLocation,
  replacement: string,
): string {
  return text.slice(0, start) + replacement + text.slice(end)
}
