/** The spacing between items. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** The possible start screens, named as in the page's URLs. `last` is the screen shown last. */
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

/** Start screens for administrators only. Other users start on Home. */
export const adminStartScreens: readonly StartScreen[] = ['directory', 'queue', 'activities']

/** How long (in seconds) a copied secret stays in the clipboard. */
export const clipboardSeconds = { min: 10, max: 120, default: 30 } as const

/** How long (in seconds) a queued action can be undone. */
export const undoSeconds = { min: 5, max: 30, default: 10 } as const

/** Minutes without input until Latchkey locks; 0 for never. */
export const lockMinutes = [0, 1, 5, 15, 30, 60] as const

/** The number of concurrent requests for queued actions, per instance. */
export const requestsAtOnce = { min: 1, max: 16, default: 4 } as const

/** The defaults. */
export const defaultSettings = {
  language: 'system',
  theme: 'system',
  density: 'comfortable',
  /** Whether the sidebar shows names next to its icons. */
  wideSidebar: true,
  startScreen: 'home',
  clipboardSeconds: clipboardSeconds.default,
  undoSeconds: undoSeconds.default,
  requestsAtOnce: requestsAtOnce.default,
  lastScreen: 'home',
  /** Whether notifications are shown. */
  notices: true,
  /** Whether closing the window keeps Latchkey running in the tray; desktop app only. */
  closeToTray: false,
  /** Whether Latchkey starts when the user signs in to the computer; desktop app only. */
  startAtLogin: false,
  lockMinutes: 0,
  /** Whether Latchkey locks when the system locks or sleeps; desktop app only. */
  lockWithSystem: false,
  /** Whether the queue pauses while Latchkey is locked. */
  pauseQueueWhileLocked: false,
  updateChannel: 'stable',
  /** Whether to check for new versions once a day; desktop app only. */
  updateChecks: true,
  /** Whether commands in a terminal are answered. */
  commandLine: false,
} as const
