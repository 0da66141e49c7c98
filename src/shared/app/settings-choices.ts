/** How much space there is between items. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** The screens that may be the first one, as they are named in the page's addresses; `last` is the one that was left. */
export const startScreens = [
  'home',
  'profile',
  'status',
  'keys',
  'emails',
  'people',
  'activities',
  'last',
] as const
export type StartScreen = (typeof startScreens)[number]

/** Seconds that a copied secret may stay in the clipboard. */
export const clipboardSeconds = { min: 10, max: 120, usual: 30 } as const

/** Seconds in which a queued action can be undone. */
export const undoSeconds = { min: 5, max: 30, usual: 5 } as const

/** Minutes without input after which Latchkey locks itself; 0 for never. */
export const lockMinutes = [0, 1, 5, 15, 30, 60] as const

/** Requests of queued actions that run at the same time, for one instance. */
export const requestsAtOnce = { min: 1, max: 16, usual: 4 } as const
