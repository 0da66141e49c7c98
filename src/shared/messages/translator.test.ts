import { describe, expect, it } from 'vitest'
import type { MessageId } from './message.ts'
import { type Catalog, createTranslator } from './translator.ts'

const catalog = {
  plain: 'Don’t panic.',
  keys: '{count, plural, =0 {No keys} one {# key} other {# keys}}',
  added: '{what} added to {name}.',
  skipped: 'Skipped: {names}.',
  'common.unknownMessage': 'Details are not available.',
} as unknown as Catalog
const { t, textOf, partsOf } = createTranslator(catalog, { language: 'en' })
const id = (name: string) => name as MessageId

describe('translator', () => {
  it('picks the plural form of a count and formats the count for the locale', () => {
    const count = 1234
    expect([0, 1, 2, count].map((one) => t(id('keys'), { count: one }))).toEqual([
      'No keys',
      '1 key',
      '2 keys',
      `${count.toLocaleString()} keys`,
    ])
  })

  it('formats nested messages and lists of them', () => {
    const nested = { id: id('keys'), values: { count: 2 } }
    expect(t(id('added'), { what: nested, name: 'maya' })).toBe('2 keys added to maya.')
    expect(t(id('skipped'), { names: ['a', nested, 'c'] })).toBe('Skipped: a, 2 keys, and c.')
  })

  it('inserts values as text, even if they look like syntax', () => {
    expect(t(id('added'), { what: '{count}', name: '<b>maya</b>' })).toBe(
      '{count} added to <b>maya</b>.',
    )
  })

  it('keeps non-text parts in place', () => {
    const link = { href: '#' }
    expect(partsOf(id('added'), { what: link, name: 'maya' })).toEqual([link, ' added to maya.'])
  })

  it('throws if a value is missing', () => {
    expect(() => t(id('added'), { what: 'A key' })).toThrow(/name/)
  })

  it('formats messages from a later version as far as possible', () => {
    expect(textOf({ id: id('later.message') })).toBe('Details are not available.')
  })

  it('reports messages that are not loaded yet', () => {
    const partialCatalog: Catalog = {}
    const missing: string[] = []
    const page = createTranslator(partialCatalog, {
      language: 'en',
      onMissing: (one) => missing.push(one),
    })
    page.t(id('keys'))
    Object.assign(partialCatalog, catalog)
    expect(page.t(id('keys'), { count: 2 })).toBe('2 keys')
    expect(missing).toEqual(['keys'])
  })

  it('returns text from GitLab unchanged', () => {
    expect(textOf('Nothing {answered}.')).toBe('Nothing {answered}.')
  })
})
