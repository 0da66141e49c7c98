import { shallowRef } from 'vue'
import { type Language, directionOf, languages, localeOf } from '../../shared/messages/languages.ts'
import shell from '../../shared/messages/shell/en.json' with { type: 'json' }
import type { MessageId } from '../../shared/messages/message.ts'
import {
  type Catalog,
  type Translator,
  createTranslator,
} from '../../shared/messages/translator.ts'

/**
 * The fallback for other languages. Starts with the first screen’s messages; those for other screens are added later.
 */
const english: Catalog = { ...shell }

const onMissing = (id: string) => reportError(new Error(`The message ${id} is not loaded.`))
// Changing either one rerenders all messages.
const translator = shallowRef(translatorFor('en', english))
const locale = shallowRef('')

/** Formats a message. Call it when rendering, not at module load time. */
export const t: Translator['t'] = (id, values) => translator.value.t(id, values)
export const textOf: Translator['textOf'] = (text) => translator.value.textOf(text)
export const partsOf: Translator['partsOf'] = (id, parts) => translator.value.partsOf(id, parts)

/** A message in English, which users may type whatever their language. */
export const inEnglish = (id: MessageId): string => english[id] ?? ''

/** The locale used for numbers, dates and sorting. */
export const currentLocale = (): string | undefined => locale.value || undefined
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(currentLocale(), options)

/** Shown in place of unknown values. */
export const unknownPlaceholder = '–'

/** Formats a number, or returns a placeholder for null and undefined. */
export const formatCount = (count: number | null | undefined): string =>
  typeof count === 'number' ? formatNumber(count) : unknownPlaceholder

let requestedLanguage: Language | undefined

/** Switches languages once the messages are loaded. */
export async function showLanguage(language: Language): Promise<void> {
  if (language === requestedLanguage) return
  requestedLanguage = language
  const catalog = (await languages[language].load?.()) ?? english
  // The user may have selected another language since.
  if (requestedLanguage !== language) return
  locale.value = localeOf(language, navigator.languages)
  translator.value = translatorFor(language, catalog)
  const { documentElement: page } = document
  // The host has already set both, unless the language has changed since.
  if (page.lang === language && page.dir) return
  page.lang = language
  page.dir = directionOf(language)
}

function translatorFor(language: Language, catalog: Catalog): Translator {
  const translated = { language, locale: localeOf(language, navigator.languages) }
  return createTranslator(catalog, { ...translated, fallback: english, onMissing })
}

let loading: Promise<void> | undefined

/** Loads the messages for all screens but the first. Repeated calls share one load. */
export function loadMessages(): Promise<void> {
  return (loading ??= load())
}

async function load(): Promise<void> {
  const screens = await import('../../shared/messages/screens/en.json', { with: { type: 'json' } })
  Object.assign(english, screens.default)
}
