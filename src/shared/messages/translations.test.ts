import { createHash } from 'node:crypto'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { languages, offeredLanguages } from './languages.ts'
import { type MessageId, en } from './english.ts'
import { createTranslator } from './translator.ts'

type Elements = ReturnType<IntlMessageFormat['getAst']>

const translated = offeredLanguages.filter((tag) => tag !== 'en')

const parsed = new Map<string, Elements>()

function parse(text: string): Elements {
  const elements =
    parsed.get(text) ?? new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst()
  parsed.set(text, elements)
  return elements
}

const isValid = (text: string): boolean => {
  try {
    return parse(text).length > 0
  } catch {
    return false
  }
}

/** A message's values with their kinds, and the branches of `select` values. */
function valuesOf(elements: Elements): string[] {
  const found = elements.flatMap((element): string[] => {
    // Literals and a plural's `#` have no name.
    if (element.type === 0 || element.type === 7) return []
    const { type, value } = element
    if (!('options' in element)) return [`${value}: ${type}`]
    const branches = type === 5 ? Object.keys(element.options).toSorted().join() : ''
    const inner = Object.values(element.options).flatMap((option) => valuesOf(option.value))
    return [`${value}: ${type} ${branches}`, ...inner]
  })
  return [...new Set(found)].toSorted()
}

/** The categories of each plural in a message, without exact numbers. */
function pluralsOf(elements: Elements): { ordinal: boolean; categories: string[] }[] {
  return elements.flatMap((element) => {
    if (!('options' in element)) return []
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsOf(value))
    if (element.type !== 6) return inner
    const categories = Object.keys(element.options).filter((name) => !name.startsWith('='))
    return [{ ordinal: element.pluralType === 'ordinal', categories }, ...inner]
  })
}

/**
 * Whether a word follows a `#` that ICU replaces with a count. Such a `#` was probably intended literally, as in “#ID”.
 */
function hasCountInWord(elements: Elements): boolean {
  return elements.some((element, at) => {
    if ('options' in element) {
      return Object.values(element.options).some(({ value }) => hasCountInWord(value))
    }
    const next = elements[at + 1]
    return element.type === 7 && next?.type === 0 && /^[A-Za-z]/.test(next.value)
  })
}

it.each(['en', ...translated])(
  "%s doesn't contain a literal # that ICU would replace",
  async (tag) => {
    const catalog: Record<string, string> = { ...((await languages[tag]!.load?.()) ?? en) }
    const affected = Object.keys(catalog).filter((id) => hasCountInWord(parse(catalog[id]!)))
    expect(affected).toEqual([])
  },
)

// Fails when an English text changes. Translate it anew in every language, or delete its translations; then run
// `vitest run --project unit src/shared/messages -u`, which notes the English text that they are of.
it('has translations of today’s English texts', async () => {
  const catalogs = await Promise.all(translated.map((tag) => languages[tag].load!()))
  const ids = new Set(catalogs.flatMap((catalog) => Object.keys(catalog) as MessageId[]))
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
  const sources = Object.fromEntries([...ids].toSorted().map((id) => [id, hash(en[id])]))
  await expect(`${JSON.stringify(sources, null, 2)}\n`).toMatchFileSnapshot('translated-from.json')
})

describe.each(translated)('catalog %s', async (tag) => {
  const catalog = (await languages[tag].load!()) as Record<string, string>
  const english: Record<string, string> = en
  const pairs = Object.entries(catalog).map(([id, text]) => [id, english[id] ?? '', text] as const)

  it('contains only messages that exist in English', () => {
    expect(Object.keys(catalog).filter((id) => !Object.hasOwn(en, id))).toEqual([])
  })

  const missing = Object.keys(en).filter((id) => !Object.hasOwn(catalog, id)) as MessageId[]
  it(`falls back to English for missing messages: ${missing.join(', ') || 'none'}`, () => {
    const onMissing = (id: MessageId) => expect.fail(id)
    const { t } = createTranslator(catalog, { language: tag, fallback: en, onMissing })
    const plain = missing.filter((id) => !/[{']/.test(en[id]))
    expect(plain.map((id) => t(id))).toEqual(plain.map((id) => en[id]))
  })

  it('has valid messages without HTML or surrounding spaces', () => {
    const invalid = pairs.filter(([, , text]) => !isValid(text) || /<\/?\w+>|^\s|\s$|^$/.test(text))
    expect(invalid).toEqual([])
  })

  it('uses the same values with the same kinds as English', () => {
    const values = (text: string) => valuesOf(parse(text)).join('\n')
    const different = pairs.filter(([, english, text]) => values(text) !== values(english))
    expect(different).toEqual([])
  })

  it('has all plural forms of its language, or only `other`', () => {
    const allOf = (type: 'ordinal' | 'cardinal') =>
      new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories.toSorted().join()
    const all = { ordinal: allOf('ordinal'), cardinal: allOf('cardinal') }
    const incomplete = pairs.filter(([, , text]) =>
      pluralsOf(parse(text)).some(({ ordinal, categories }) => {
        const isComplete = categories.toSorted().join() === all[ordinal ? 'ordinal' : 'cardinal']
        return !isComplete && categories.join() !== 'other'
      }),
    )
    expect(incomplete).toEqual([])
  })
})

it('pseudo-localization lengthens the English messages', async () => {
  const catalog = (await languages['en-XA'].load!()) as Record<string, string>
  const { t } = createTranslator(catalog, { language: 'en-XA', fallback: en })
  expect(t('app.settingsScreen')).toBe('[Šèèţţììñĝš]')
  expect(t('settings.lockMinutes', { minutes: 0 })).toBe('[Ñèèvèèŕ]')
  expect(t('settings.fromTo', { min: 1, max: 9 })).toBe('[Fŕòòm 1 ţòò 9.]')
})
