import { en } from '../../shared/messages/en/index.ts'
import { createTranslator } from '../../shared/messages/translator.ts'

/** The messages of Latchkey in words. */
export const { t, textOf } = createTranslator(en, 'en')
