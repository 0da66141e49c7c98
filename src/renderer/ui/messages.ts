import { shell } from '../../shared/messages/en/shell/index.ts'
import { type Catalog, createTranslator } from '../../shared/messages/translator.ts'

const catalog: Catalog = { ...shell }

/** The messages of Latchkey in words. Call it where a text is shown, not while a module loads. */
export const { t, textOf, partsOf } = createTranslator(catalog, 'en', (id) =>
  reportError(new Error(`The message ${id} is not loaded.`)),
)

let loading: Promise<void> | undefined

/** Loads the messages of all screens but the first one, once. */
export function loadMessages(): Promise<void> {
  return (loading ??= load())
}

async function load(): Promise<void> {
  const { screens } = await import('../../shared/messages/en/screens/index.ts')
  Object.assign(catalog, screens)
}
