import type { MessageId } from '../en/index.ts'
import { node } from './node/index.ts'
import { screens } from './screens/index.ts'
import { shell } from './shell/index.ts'

/** Every text that a person reads, in German. */
export const de: Record<MessageId, string> = { ...shell, ...screens, ...node }
