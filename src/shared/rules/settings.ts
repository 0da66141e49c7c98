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
  'directory',
  'queue',
  'activities',
  'last',
] as const
export type StartScreen = (typeof startScreens)[number]

/** Those that only administrators have; others begin at Home then. */
export const adminStartScreens: readonly StartScreen[] = ['directory', 'queue', 'activities']

/** Seconds that a copied secret may stay in the clipboard. */
export const clipboardSeconds = { min: 10, max: 120, usual: 30 } as const

/** Seconds in which a queued action can be undone. */
export const undoSeconds = { min: 5, max: 30, usual: 5 } as const

/** Minutes without input after which Latchkey locks itself; 0 for never. */
export const lockMinutes = [0, 1, 5, 15, 30, 60] as const

/** Requests of queued actions that run at the same time, for one instance. */
export const requestsAtOnce = { min: 1, max: 16, usual: 4 } as const

/** The screens that links and menus may open, by the names of the page's routes; none of them acts by itself. */
export const visitedScreens = [
  'home',
  'profile',
  'status',
  'avatar',
  'tokens',
  'keys',
  'computer',
  'repositories',
  'emails',
  'preferences',
  'people',
  'person',
  'activities',
  'directory',
  'admin-user',
  'service-accounts',
  'queue',
  'audit-log',
  'accounts',
  'settings',
] as const
export type VisitedScreen = (typeof visitedScreens)[number]

/** What counts until somebody chooses. */
export const defaultSettings = {
  language: 'system',
  theme: 'system',
  density: 'comfortable',
  startScreen: 'home',
  clipboardSeconds: clipboardSeconds.usual,
  undoSeconds: undoSeconds.usual,
  requestsAtOnce: requestsAtOnce.usual,
  lastScreen: 'home',
  /** Whether notifications are shown. */
  notices: true,
  /** Whether closing the window leaves Latchkey in the tray; only in the desktop app. */
  closeToTray: false,
  /** Whether Latchkey starts when the user signs in to the computer; only in the desktop app. */
  startAtLogin: false,
  lockMinutes: 0,
  /** Whether Latchkey is locked when the system is locked or sleeps; only in the desktop app. */
  lockWithSystem: false,
  /** Whether the queue is paused while Latchkey is locked. */
  pauseQueueWhileLocked: false,
  updateChannel: 'stable',
  /** Whether to check for new versions once a day; only in the desktop app. */
  updateChecks: true,
} as const
