import { shallowRef } from 'vue'
import { type Language, directionOf, languages, localeOf } from '../../shared/messages/languages.ts'
import shell from '../../shared/messages/shell/en.json' with { type: 'json' }
import type { MessageId } from '../../shared/messages/message.ts'
import {
  type Catalog,
  type Translator,
  createTranslator,
} from '../../shared/messages/translator.ts'

/** English is the fallback for other languages; the texts of all screens but the first are added later. */
const english: Catalog = { ...shell }

const onMissing = (id: string) => reportError(new Error(`The message ${id} is not loaded.`))
// Changing these rerenders all texts.
const translator = shallowRef(translatorFor('en', english))
const locale = shallowRef('')

/** Formats a message. Call it when a text is shown, not while a module loads. */
export const t: Translator['t'] = (id, values) => translator.value.t(id, values)
export const textOf: Translator['textOf'] = (text) => translator.value.textOf(text)
export const partsOf: Translator['partsOf'] = (id, parts) => translator.value.partsOf(id, parts)

/** A message in English, which users of any language may type. */
export const inEnglish = (id: MessageId): string => english[id] ?? ''

/** The locale for numbers, dates and sorting. */
export const currentLocale = (): string | undefined => locale.value || undefined
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(currentLocale(), options)

/** Shown for unknown values. */
export const unknownPlaceholder = '–'

/** A formatted number, or a placeholder for null and undefined. */
export const formatCount = (count: number | null | undefined): string =>
  typeof count === 'number' ? formatNumber(count) : unknownPlaceholder

let requestedLanguage: Language | undefined

/** Switches the language as soon as its texts are loaded. */
export async function showLanguage(language: Language): Promise<void> {
  if (language === requestedLanguage) return
  requestedLanguage = language
  const catalog = (await languages[language].load?.()) ?? english
  // Another one may have been selected in the meantime.
  if (requestedLanguage !== language) return
  locale.value = localeOf(language, navigator.languages)
  translator.value = translatorFor(language, catalog)
  const { documentElement: page } = document
  // The host already set both, unless the language has changed since.
  if (page.lang === language && page.dir) return
  page.lang = language
  page.dir = directionOf(language)
}

function translatorFor(language: Language, catalog: Catalog): Translator {
  const translated = { language, locale: localeOf(language, navigator.languages) }
  return createTranslator(catalog, { ...translated, fallback: english, onMissing })
}

let loading: Promise<void> | undefined

/** Loads the messages of all screens except the first. Repeated calls load them only once. */
export function loadMessages(): Promise<void> {
  return (loading ??= load())
}

async function load(): Promise<void> {
  const screens = await import('../../shared/messages/screens/en.json', { with: { type: 'json' } })
  Object.assign(english, screens.default)
}
