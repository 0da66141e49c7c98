import { en } from '../../shared/messages/en/index.ts'
import { createTranslator } from '../../shared/messages/translator.ts'

/** Formats Latchkey's messages. */
export const { t, textOf } = createTranslator(en, 'en')
