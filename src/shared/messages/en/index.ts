import { node } from './node/index.ts'
import { screens } from './screens/index.ts'
import { shell } from './shell/index.ts'

/** Every text that a person reads, in English. The part of a key before the dot is the name of its file. */
export const en = { ...shell, ...screens, ...node }

export type MessageId = keyof typeof en
