import { IntlMessageFormat } from 'intl-messageformat'
import type { Message, MessageId, MessageValue, MessageValues, Text } from './message.ts'

/** The messages of one language by ID; the page adds those of its screens when they are first opened. */
export type Catalog = Partial<Record<MessageId, string>>

/** Puts messages into words, in ICU message syntax: https://unicode-org.github.io/icu/userguide/format_parse/messages/ */
export interface Translator {
  t(id: MessageId, values?: MessageValues): string
  /** A message in words; a sentence as it is. */
  textOf(text: Text): string
  /** The pieces of a message; what `parts` holds for an argument stands among them as it is. */
  partsOf<Part>(
    id: MessageId,
    parts: Readonly<Record<string, Part | MessageValue>>,
  ): (Part | string)[]
}

interface Options {
  /** An IETF tag, which plurals and lists follow. */
  language: string
  /** What numbers and dates follow; the system unless told. */
  locale?: string | undefined
  /** The texts of messages that the catalog doesn't have. */
  fallback?: Catalog
  /** Is told of a message that neither has. */
  onMissing?: (id: MessageId) => void
}

// The library looks through all locales there are, for 20 ms of a page’s start. Those of the languages are known.
IntlMessageFormat.resolveLocale = (tag) => new Intl.Locale(String(tag))

/** A translator for one language. */
export function createTranslator(
  catalog: Catalog,
  { language, locale, fallback = {}, onMissing }: Options,
): Translator {
  const formats = new Map<string, IntlMessageFormat>()
  let list: Intl.ListFormat | undefined
  const formatters = formattersFor(locale)

  function formatOf(text: string): IntlMessageFormat {
    const known = formats.get(text)
    if (known) return known
    const format = new IntlMessageFormat(text, language, undefined, {
      ignoreTag: true,
      formatters,
    })
    formats.set(text, format)
    return format
  }

  // A file that a later version wrote may name messages that this one does not have.
  function wordsOf(id: MessageId): string {
    const known = [catalog, fallback].find((one) => Object.hasOwn(one, id))
    if (known) return known[id]!
    onMissing?.(id)
    return catalog['common.unknownMessage'] ?? fallback['common.unknownMessage'] ?? ''
  }

  function plain(value: unknown): unknown {
    if (Array.isArray(value)) {
      list ??= new Intl.ListFormat(language)
      return list.format(value.map((one) => String(plain(one))))
    }
    return isMessage(value) ? textOf(value) : value
  }

  function partsOf<Part>(id: MessageId, parts: Readonly<Record<string, Part | MessageValue>>) {
    const values = Object.fromEntries(
      Object.entries(parts).map(([name, value]) => [name, plain(value)]),
    )
    const words = wordsOf(id)
    // Most have no syntax, and the first screen is there sooner without it.
    if (!/[{']/.test(words)) return [words]
    const formatted = formatOf(words).format<Part>(values as Record<string, Part>)
    return Array.isArray(formatted) ? formatted : [formatted]
  }

  function t(id: MessageId, values: MessageValues = {}): string {
    return partsOf<string>(id, values).join('')
  }

  function textOf(text: Text): string {
    return typeof text === 'string' ? text : t(text.id, text.values)
  }

  return { t, textOf, partsOf }
}

function formattersFor(locale: string | undefined) {
  return {
    getNumberFormat: (_: unknown, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(locale, options),
    getDateTimeFormat: (_: unknown, options?: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, options),
    getPluralRules: (language: string | string[] | undefined, options?: Intl.PluralRulesOptions) =>
      new Intl.PluralRules(language, options),
  } as never
}

function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
  )
}
