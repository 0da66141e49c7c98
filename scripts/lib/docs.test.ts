import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './package/config.ts'

const pages = ['README.md', ...globSync('{docs,lab,resources}/**/*.md', { cwd: project })].sort()
const text = (page: string) => readFileSync(join(project, page), 'utf8')
const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }

/** The targets of a page’s links and pictures inside the project. */
function linksOf(page: string): string[] {
  return [...text(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^(https?|mailto):/.test(target))
}

/** The anchors of a page’s headings. */
function anchorsOf(page: string): string[] {
  return [...text(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
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

  it('names only existing npm scripts', () => {
    for (const [, name] of text(page).matchAll(/\bnpm run ([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(name)
  })
})

describe('docs', () => {
  const led = pages.flatMap((page) =>
    linksOf(page).map((link) => normalize(join(dirname(page), link.split('#')[0]!))),
  )

  it('links to every page', () => {
    const decisions = led.includes('docs/decisions')
    const reached = (page: string) =>
      led.includes(page) || (decisions && page.startsWith('docs/decisions/'))
    const lost = pages.filter((page) => page.startsWith('docs/') && !reached(page))
    expect(lost).toEqual([])
  })

  it('shows every picture in docs/images', () => {
    const pictures = readdirSync(join(project, 'docs/images')).map((name) => `docs/images/${name}`)
    expect(pictures.filter((picture) => !led.includes(picture))).toEqual([])
  })
})
