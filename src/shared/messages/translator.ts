import { IntlMessageFormat } from 'intl-messageformat'
import type { Message, MessageId, MessageValue, MessageValues, Text } from './message.ts'

/** A language's messages by ID. The page adds the messages for its screens when they are first opened. */
export type Catalog = Partial<Record<MessageId, string>>

/** Formats messages in ICU message syntax: https://unicode-org.github.io/icu/userguide/format_parse/messages/ */
export interface Translator {
  t(id: MessageId, values?: MessageValues): string
  /** Formats a message. Plain text is returned unchanged. */
  textOf(text: Text): string
  /** Formats a message into pieces, inserting the values of `parts` unchanged. */
  partsOf<Part>(
    id: MessageId,
    parts: Readonly<Record<string, Part | MessageValue>>,
  ): (Part | string)[]
}

interface Options {
  /** An IETF tag, used for plurals and lists. */
  language: string
  /** Used for numbers and dates; defaults to the system locale. */
  locale?: string | undefined
  /** Used for messages missing from the catalog. */
  fallback?: Catalog
  /** Called for a message missing from both. */
  onMissing?: (id: MessageId) => void
}

// By default, the library searches all locales, which delays startup by 20 ms. We already know which locales our
// languages have.
IntlMessageFormat.resolveLocale = (tag) => new Intl.Locale(String(tag))

/** Creates a translator for one language. */
export function createTranslator(
  catalog: Catalog,
  { language, locale, fallback = {}, onMissing }: Options,
): Translator {
  const formats = new Map<string, IntlMessageFormat>()
  let list: Intl.ListFormat | undefined
  const formatters = formattersFor(locale)

  function formatOf(text: string): IntlMessageFormat {
    const cached = formats.get(text)
    if (cached) return cached
    const format = new IntlMessageFormat(text, language, undefined, {
      ignoreTag: true,
      formatters,
    })
    formats.set(text, format)
    return format
  }

  // A file written by a later version may contain messages that this version doesn't have.
  function wordsOf(id: MessageId): string {
    const source = [catalog, fallback].find((one) => Object.hasOwn(one, id))
    if (source) return source[id]!
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
    // Most messages are plain text. Skipping the parser for them shows the first screen sooner.
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
