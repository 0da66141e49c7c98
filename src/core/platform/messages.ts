import {
  type Language,
  type LanguageChoice,
  languages,
  localeOf,
  matchLanguage,
} from '../../shared/messages/languages.ts'
import { en } from '../../shared/messages/english.ts'
import { type Translator, createTranslator } from '../../shared/messages/translator.ts'

/** A process uses one language at a time, which its settings choose. */
let language: Language = 'en'
let translator = createTranslator(en, { language: 'en' })

/** Formats Latchkey's messages in the current language. */
export const t: Translator['t'] = (id, values) => translator.t(id, values)
export const textOf: Translator['textOf'] = (text) => translator.textOf(text)

export const currentLanguage = (): Language => language

/** Switches the language after loading its messages; follows the system's preferences if set to do so. */
export async function speak(choice: LanguageChoice, preferred: readonly string[]): Promise<void> {
  const next = choice === 'system' ? matchLanguage(preferred) : choice
  const catalog = (await languages[next].load?.()) ?? en
  const locale = localeOf(next, preferred)
  translator = createTranslator(catalog, { language: next, locale, fallback: en })
  language = next
}
