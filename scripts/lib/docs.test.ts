import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './package/config.ts'

const pages = ['README.md', ...globSync('{docs,lab,resources}/**/*.md', { cwd: project })].sort()
const text = (page: string) => readFileSync(join(project, page), 'utf8')
const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }

/** Where the links and pictures of a page lead, without those that leave the project. */
function linksOf(page: string): string[] {
  return [...text(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^(https?|mailto):/.test(target))
}

/** The names by which the headings of a page can be linked to. */
function anchorsOf(page: string): string[] {
  return [...text(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

describe.each(pages)('%s', (page) => {
  it('leads only to what is there', () => {
    for (const link of linksOf(page)) {
      const [path, anchor] = link.split('#') as [string, string?]
      const target = path === '' ? page : normalize(join(dirname(page), path))
      expect(existsSync(join(project, target)), link).toBe(true)
      if (anchor) expect(anchorsOf(target), link).toContain(anchor)
    }
  })

  it('names only commands that there are', () => {
    for (const [, name] of text(page).matchAll(/\bnpm run ([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(name)
  })
})

describe('the pages', () => {
  const led = pages.flatMap((page) =>
    linksOf(page).map((link) => normalize(join(dirname(page), link.split('#')[0]!))),
  )

  it('can be reached from one another, all of them', () => {
    const decisions = led.includes('docs/decisions')
    const reached = (page: string) =>
      led.includes(page) || (decisions && page.startsWith('docs/decisions/'))
    const lost = pages.filter((page) => page.startsWith('docs/') && !reached(page))
    expect(lost).toEqual([])
  })

  it('show every picture that is kept for them', () => {
    const pictures = readdirSync(join(project, 'docs/images')).map((name) => `docs/images/${name}`)
    expect(pictures.filter((picture) => !led.includes(picture))).toEqual([])
  })
})
