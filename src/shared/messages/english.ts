import node from './node/en.json' with { type: 'json' }
import screens from './screens/en.json' with { type: 'json' }
import shell from './shell/en.json' with { type: 'json' }

/** Every text that a person reads, in English: what the first screen may show, what the others show, and what core says. */
export const en = { ...shell, ...screens, ...node }

export type MessageId = keyof typeof en
