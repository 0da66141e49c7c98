import node from './node/en.json' with { type: 'json' }
import screens from './screens/en.json' with { type: 'json' }
import shell from './shell/en.json' with { type: 'json' }

/** All user-facing messages in English: those of the first screen, the other screens, and core. */
export const en = { ...shell, ...screens, ...node }

export type MessageId = keyof typeof en
