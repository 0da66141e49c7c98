import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { selfTestArgument } from '../../src/main/arguments.ts'
import { readFlags } from '../../src/sandbox/flags.ts'
import { project } from './package/config.ts'
import { documentedCommands, pages, textOf } from './testing/documented-commands.ts'

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }

/** The targets of a page’s links and images that are inside the project. */
function linksOf(page: string): string[] {
  return [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^(https?|mailto):/.test(target))
}

/** The anchors of a page’s headings. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

describe.each(pages)('%s', (page) => {
  it('links only to existing pages and headings', () => {
    for (const link of linksOf(page)) {
      const [path, anchor] = link.split('#') as [string, string?]
      const target = path === '' ? page : normalize(join(dirname(page), path))
      expect(existsSync(join(project, target)), link).toBe(true)
      if (anchor) expect(anchorsOf(target), link).toContain(anchor)
    }
  })

  it('refers only to existing npm scripts', () => {
    for (const [, name] of textOf(page).matchAll(/\bnpm run ([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(name)
  })

  it('refers only to existing files', () => {
    const inSource = 'core|main|preload|renderer|sandbox|serve|shared'
    const paths = new RegExp(`\`((?:src|${inSource}|bench|docs|e2e|lab|scripts)/[\\w./-]+)\``, 'g')
    for (const [, path] of textOf(page).matchAll(paths)) {
      const candidates = [path!, `src/${path}`].map((place) => join(project, place))
      expect(
        candidates.some((place) => existsSync(place)),
        path,
      ).toBe(true)
    }
  })
})

/** The documented commands for an npm script, with their arguments. */
const commandsOf = (name: string) =>
  documentedCommands.filter(({ script, args }) => script === name && args.length > 0)

// docs.built.test.ts runs the `npm start` commands.
describe('the commands in the docs', () => {
  it.each(commandsOf('sandbox'))(
    'uses flags that the sandbox accepts, $page: $args',
    ({ args }) => {
      expect(() => readFlags(args)).not.toThrow()
    },
  )

  it.each(commandsOf('lab'))(
    'uses options that the lab accepts, $page: $args',
    ({ args: [name, ...args] }) => {
      if (name === 'NAME') return
      const lab = [join(project, 'lab/index.ts'), name!, '--help']
      const { status, stdout } = spawnSync(process.execPath, lab, { encoding: 'utf8' })
      expect(status, name).toBe(0)
      for (const option of args.filter((arg) => arg.startsWith('--')))
        expect(stdout).toContain(`  ${option} `)
    },
  )

  it.each(documentedCommands.filter(({ script }) => script.startsWith('bench')))(
    'refers only to existing parts of the bench, $page: $script $args',
    ({ script, args }) => {
      const source = textOf(scripts[script]!.replace('node ', ''))
      const [, parts = ''] = /^const parts = \{([^}]*)\}/m.exec(source) ?? []
      for (const part of args) expect(parts).toMatch(new RegExp(`\\s${part}: `))
    },
  )

  it.each(commandsOf('start').filter(({ args }) => args[0] === '--self-test'))(
    'specifies a file for the self-test report, $page: $args',
    ({ args }) => expect(selfTestArgument(['', ...args])?.file).toBeDefined(),
  )
})

// Matches a value in a message, or an omission in a quote.
const placeholders = /…|\{(?:[^{}]|\{[^{}]*\})*\}/g
const plain = (text: string) => text.replaceAll('’', "'").replaceAll(/\s+/g, ' ').replace(/\.$/, '')

/** All messages of the app, including the sentences that `npm start` prints. */
const appMessages = [
  ...globSync('src/shared/messages/*/en.json', { cwd: project }).flatMap((file) =>
    Object.values(JSON.parse(textOf(file)) as Record<string, string>),
  ),
  ...globSync('scripts/{,lib/}*.ts', { cwd: project }).flatMap((file) =>
    Array.from(textOf(file).matchAll(/(["'`])((?:\\.|(?!\1).)+)\1/g), ([, , text]) => text!),
  ),
].map((text) => plain(text.replaceAll(placeholders, '…')))

/** The first cells in tables that quote the app. */
const quoted = ['README.md', 'docs/troubleshooting.md'].flatMap((page) =>
  Array.from(textOf(page).matchAll(/^\| “([^”]+)” +\|/gm), ([, text]) => [page, text!] as const),
)

it('quotes messages on both troubleshooting pages', () => {
  expect(new Set(quoted.map(([page]) => page)).size).toBe(2)
})

it.each(quoted)('%s quotes one of the app’s messages: %s', (_, text) => {
  const parts = plain(text)
    .split('…')
    .map((part) => part.trim().replace(/\.$/, ''))
  expect(appMessages.some((message) => parts.every((part) => message.includes(part)))).toBe(true)
})

describe('the pages', () => {
  const linked = pages.flatMap((page) =>
    linksOf(page).map((link) => normalize(join(dirname(page), link.split('#')[0]!))),
  )

  it('are all linked from another page', () => {
    const isLinked = (page: string) => linked.includes(page) || linked.includes(dirname(page))
    const unlinked = pages.filter((page) => page.startsWith('docs/') && !isLinked(page))
    expect(unlinked).toEqual([])
  })

  it('include every screenshot in docs/images', () => {
    const screenshots = readdirSync(join(project, 'docs/images')).map(
      (name) => `docs/images/${name}`,
    )
    expect(screenshots.filter((screenshot) => !linked.includes(screenshot))).toEqual([])
  })
})
