import type { Visit } from '../../../shared/app/desktop.ts'
import type { SeenStatus, TimedStatus } from '../../../shared/app/own-status.ts'

/** What a click in a native menu does. */
export type DesktopAction =
  /** `base` is the status that the menu showed; absent where none was known. */
  | { do: 'set-status'; account: string; status: TimedStatus; base?: SeenStatus | undefined }
  | { do: 'clear-status'; account: string; base: SeenStatus }
  | { do: 'switch'; account: string }
  /** Shows the window, and in it a screen. */
  | { do: 'visit'; visit: Visit }
  /** Hides all until somebody unlocks it. */
  | { do: 'lock' }
  | { do: 'zoom'; to: 'in' | 'out' | 'reset' }
  | { do: 'back' | 'forward' | 'quit' }

/** What the system does by itself, by Electron's names. */
export type MenuRole =
  | 'about'
  | 'close'
  | 'copy'
  | 'cut'
  | 'delete'
  | 'front'
  | 'hide'
  | 'hideOthers'
  | 'minimize'
  | 'paste'
  | 'pasteAndMatchStyle'
  | 'redo'
  | 'selectAll'
  | 'services'
  | 'togglefullscreen'
  | 'undo'
  | 'unhide'
  | 'zoom'

/** One line of a native menu. */
export type MenuEntry =
  | { kind: 'separator' }
  | { kind: 'role'; role: MenuRole }
  /** Only to be read. */
  | { kind: 'text'; label: string }
  | {
      kind: 'item'
      label: string
      action: DesktopAction
      accelerator?: string
      /** Whether the page listens to these keys itself, so that they are only written beside it. */
      keysOfPage?: boolean
      /** Only for its keys: a second way to an entry that is seen. */
      isHidden?: boolean
      /** For one of several of which one is chosen. */
      chosen?: boolean
    }
  | { kind: 'menu'; label: string; entries: MenuEntry[] }

/** Groups with lines between them; empty groups leave none. */
export function grouped(...groups: MenuEntry[][]): MenuEntry[] {
  return separated<MenuEntry>({ kind: 'separator' }, groups)
}

/** The same for other entries than ours. */
export function separated<Entry>(separator: Entry, groups: readonly Entry[][]): Entry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [separator, ...group]))
}
