import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../package/config.ts'

/** The paths of all documentation pages in the project. */
export const pages = [
  ...globSync(['*.md', '{docs,lab,resources}/**/*.md'], { cwd: project }).map((page) =>
    page.replaceAll('\\', '/'),
  ),
].sort()

export const textOf = (page: string) => readFileSync(join(project, page), 'utf8')

/** A command from the docs: an npm script, or `start` for an installed `latchkey`. */
export interface DocumentedCommand {
  page: string
  script: string
  args: string[]
}

/** The commands in all pages’ code blocks and code spans. */
export const documentedCommands = pages.flatMap((page) =>
  codeIn(textOf(page)).flatMap((code) =>
    code.split(/\s+#\s|[;|&]+/).flatMap((command) => parse(page, command)),
  ),
)

function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block]) =>
    block!.split('\n').map((line) => line.replace(/(^|\s)#.*/, '')),
  )
  const spans = text.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`]+)`/g)
  return [...blocks, ...Array.from(spans, ([, span]) => span!)]
}

function parse(page: string, command: string): DocumentedCommand[] {
  const words = command.replaceAll(/['"]/g, ' ').trim().split(/\s+/)
  const program = words.findIndex((word) => word === 'npm' || word === 'latchkey')
  if (program < 0) return []
  const [name, ...args] = words.slice(program + 1)
  if (words[program] === 'latchkey')
    return [{ page, script: 'start', args: words.slice(program + 1) }]
  const isRun = name === 'run'
  const script = isRun ? args.shift() : name
  if (!isRun && script !== 'start' && script !== 'test') return []
  if (script === undefined) return []
  const separator = args.indexOf('--')
  return [{ page, script, args: separator < 0 ? [] : args.slice(separator + 1) }]
}
