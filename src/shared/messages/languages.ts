import type { Catalog } from './translator.ts'

interface LanguageInfo {
  /** The language's name for itself. */
  name: string
  /** Whether a native speaker has reviewed the entire translation. */
  isReviewed: boolean
  /** Absent if it is written from left to right. */
  direction?: 'rtl'
  /** Loads the messages; absent for English, which is always loaded. */
  load?: () => Promise<Catalog>
}

async function merged(parts: Promise<{ default: Catalog }>[]): Promise<Catalog> {
  return Object.assign({}, ...(await Promise.all(parts)).map((part) => part.default))
}

/** The available languages, by IETF tag. To add a language, add a row here and three files in `messages`. */
const offered = {
  en: { name: 'English', isReviewed: true },
  de: {
    name: 'Deutsch',
    isReviewed: false,
    load: () =>
      merged([
        import('./shell/de.json', { with: { type: 'json' } }),
        import('./screens/de.json', { with: { type: 'json' } }),
        import('./node/de.json', { with: { type: 'json' } }),
      ]),
  },
  es: {
    name: 'Español',
    isReviewed: false,
    load: () =>
      merged([
        import('./shell/es.json', { with: { type: 'json' } }),
        import('./screens/es.json', { with: { type: 'json' } }),
        import('./node/es.json', { with: { type: 'json' } }),
      ]),
  },
  fr: {
    name: 'Français',
    isReviewed: false,
    load: () =>
      merged([
        import('./shell/fr.json', { with: { type: 'json' } }),
        import('./screens/fr.json', { with: { type: 'json' } }),
        import('./node/fr.json', { with: { type: 'json' } }),
      ]),
  },
  ja: {
    name: '日本語',
    isReviewed: false,
    load: () =>
      merged([
        import('./shell/ja.json', { with: { type: 'json' } }),
        import('./screens/ja.json', { with: { type: 'json' } }),
        import('./node/ja.json', { with: { type: 'json' } }),
      ]),
  },
} satisfies Record<string, LanguageInfo>

/**
 * Lengthened English with accents, to find messages that are untranslated or don't fit. Not offered in the settings.
 */
const pseudo = {
  'en-XA': {
    name: 'Pseudo',
    isReviewed: true,
    load: async () => (await import('./pseudo.ts')).pseudoCatalog(),
  },
} satisfies Record<string, LanguageInfo>

export type Language = keyof typeof offered | keyof typeof pseudo
export const languages: Readonly<Record<string, LanguageInfo>> & Record<Language, LanguageInfo> = {
  ...offered,
  ...pseudo,
}

export const offeredLanguages = Object.keys(offered) as Language[]
export const languageChoices = ['system', ...(Object.keys(languages) as Language[])] as const
export type LanguageChoice = (typeof languageChoices)[number]

/** The first preferred language that Latchkey supports, ignoring unknown regions and scripts. */
export function matchLanguage(preferred: readonly string[]): Language {
  const matches = preferred.map((tag) => offeredLanguages.find((one) => one === baseOf(tag)))
  return matches.find((one) => one !== undefined) ?? 'en'
}

/** The locale for numbers, dates and sorting: the user's locale if it has the same language as the messages. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => baseOf(tag) === baseOf(language)) ?? language
}

/** Whether Latchkey supports a tag's language. */
export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag)
}

/** The writing direction of a language. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return languages[language].direction ?? 'ltr'
}

/** The base language of a tag such as `de-AT`; undefined if the tag is invalid. */
function baseOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return undefined
  }
}
