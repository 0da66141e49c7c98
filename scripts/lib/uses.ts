import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A source file: its path below `src`, and its code without comments. */
interface Source {
  path: string
  text: string
}

type Table = Record<string, Record<string, unknown>>

const sources = join(import.meta.dirname, '../../src')

/** Finds where each entry of a table is used: paths below `src` by `family.operation`, empty for unused entries. */
export function findUses(table: Table, folders: readonly string[]): Map<string, string[]> {
  const files = folders.flatMap(readSources)
  return new Map(
    Object.entries(table).flatMap(([family, entries]) =>
      Object.keys(entries).map((operation) => [
        `${family}.${operation}`,
        files.filter((file) => isUsed(file, family, operation)).map(({ path }) => path),
      ]),
    ),
  )
}

function readSources(folder: string): Source[] {
  return readdirSync(join(sources, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|vue)$/.test(entry.name))
    .filter((entry) => !entry.name.includes('.test.') && !entry.parentPath.endsWith('testing'))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      return { path: relative(sources, file), text }
    })
}

/** Whether a file uses an entry. Screens call or query it by name, whereas core imports its family. */
function isUsed({ text }: Source, family: string, operation: string): boolean {
  return (
    isCalled(text, family, operation) ||
    isQueried(text, `${family}.${operation}`) ||
    isImported(text, family, operation)
  )
}

/** Matches `useServiceQuery(account, 'family.operation'` and its paginated variants. */
function isQueried(text: string, name: string): boolean {
  return new RegExp(`use(ServiceQuery|OffsetPages)\\([^()]*'${name}'`).test(text)
}

/** Matches `latchkey(account).family.operation(`, including destructured families. */
function isCalled(text: string, family: string, operation: string): boolean {
  const call = (before: string) => new RegExp(`${before}\\s*\\.${operation}\\(`).test(text)
  if (call(`\\.${family}`)) return true
  const short = new RegExp(`const (\\w+) = \\(\\) => latchkey\\([^()]*\\)\\.${family}\\s`).exec(
    text,
  )
  if (short && call(`\\b${short[1]}\\(\\)`)) return true
  const families = namesIn(
    text,
    /\{([^{}]*)\}(?:\s*=\s*latchkey\([^()]*\)(?!\s*\.)|: \w*Api\b|\) =>)/g,
  )
  const local = families.get(family)
  if (local !== undefined && call(`\\b${local}`)) return true
  const operations = new RegExp(`\\{([^{}]*)\\}\\s*=\\s*latchkey\\([^()]*\\)\\.${family}\\s`, 'g')
  return namesIn(text, operations).has(operation)
}

function isImported(text: string, family: string, operation: string): boolean {
  const imported = namesIn(text, /import \{([^}]*)\} from '[^']*shared\/gitlab\/[^']*'/g)
  const local = imported.get(family) ?? imported.get(`${family}Endpoints`)
  // If code indexes a family with a variable, all of its entries count as used.
  return local !== undefined && new RegExp(`\\b${local}(\\.${operation}\\b|\\[)`).test(text)
}

/** The names in a destructuring pattern or import list, with their local names: `{ a, b as c, d: e }`. */
function namesIn(text: string, lists: RegExp): Map<string, string> {
  return new Map(
    [...text.matchAll(lists)]
      .flatMap(([, list]) => list!.split(','))
      .flatMap((name): [string, string][] => {
        const [, taken, local = taken] = /^\s*(\w+)(?:(?: as |: )(\w+))?\s*$/.exec(name) ?? []
        return taken && local ? [[taken, local]] : []
      }),
  )
}
