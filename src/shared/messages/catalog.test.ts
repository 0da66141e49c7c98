import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { en } from './english.ts'

const parts = ['shell', 'screens', 'node']
const catalogs = parts.flatMap((part) =>
  readdirSync(join(import.meta.dirname, part)).map((file) => {
    const text = readFileSync(join(import.meta.dirname, part, file), 'utf8')
    return [`${part}/${file}`, JSON.parse(text) as Record<string, string>, text] as const
  }),
)

describe.each(catalogs)('catalog %s', (_, catalog, text) => {
  it('is sorted, with one message per line and no duplicates', () => {
    const sorted = Object.entries(catalog).toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(text).toBe(`${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
  })

  it('uses IDs of the form part.word', () => {
    expect(Object.keys(catalog).filter((id) => !/^\w+\.\w+$/.test(id))).toEqual([])
  })
})

it('catalogs define each message in one part only', () => {
  const english = catalogs.filter(([name]) => name.endsWith('/en.json'))
  const ids = english.flatMap(([, catalog]) => Object.keys(catalog))
  expect(Object.keys(en)).toHaveLength(ids.length)
})

it('catalogs use valid ICU syntax, without HTML', () => {
  for (const [key, text] of Object.entries(en)) {
    expect(
      () => new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }),
      key,
    ).not.toThrow()
    expect(text, key).not.toMatch(/<\/?\w+>|^\s|\s$/)
  }
})

it('catalogs contain no unused messages', () => {
  const source = join(import.meta.dirname, '../..')
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|vue)$/.test(path))
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n')
  const referenced = new Set(Array.from(code.matchAll(/['"`](\w+\.\w+)['"`]/g), ([, key]) => key))
  const computed = Array.from(code.matchAll(/`(\w+\.\w*)\$\{/g), ([, start]) => start!)
  const unused = Object.keys(en).filter(
    (key) => !referenced.has(key) && !computed.some((start) => key.startsWith(start)),
  )
  expect(unused).toEqual([])
})
