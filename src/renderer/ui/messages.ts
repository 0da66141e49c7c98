import { shell } from '../../shared/messages/en/shell/index.ts'
import { type Catalog, createTranslator } from '../../shared/messages/translator.ts'

const catalog: Catalog = { ...shell }

/** The messages of Latchkey in words. Call it where a text is shown, not while a module loads. */
export const { t, textOf, partsOf } = createTranslator(catalog, 'en')

/** Loads the messages of all screens, which the first one can do without. */
export async function loadMessages(): Promise<void> {
  const { screens } = await import('../../shared/messages/en/screens/index.ts')
  Object.assign(catalog, screens)
}
