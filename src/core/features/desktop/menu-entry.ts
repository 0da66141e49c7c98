import type { Visit } from '../../../shared/operations/desktop.ts'
import type { SeenStatus, TimedStatus } from '../../../shared/operations/own-status.ts'

/** The action of an entry in a native menu. */
export type DesktopAction =
  /** `base` is the status that the menu showed; absent if none was known. */
  | { do: 'set-status'; account: string; status: TimedStatus; base?: SeenStatus | undefined }
  | { do: 'clear-status'; account: string; base: SeenStatus }
  | { do: 'switch'; account: string }
  /** Shows the window, and in it a screen. */
  | { do: 'visit'; visit: Visit }
  /** Hides everything until it is unlocked. */
  | { do: 'lock' }
  | { do: 'zoom'; to: 'in' | 'out' | 'reset' }
  | { do: 'back' | 'forward' | 'quit' }

/** Actions of the system, by Electron's names. */
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
  /** Without an action. */
  | { kind: 'text'; label: string }
  | {
      kind: 'item'
      label: string
      action: DesktopAction
      accelerator?: string
      /** Whether the page handles these keys itself, so that the menu only shows them. */
      isHandledByPage?: boolean
      /** A second shortcut of a visible entry. */
      isHidden?: boolean
      /** For a radio button. */
      isChecked?: boolean
    }
  | {
      kind: 'menu'
      label: string
      /** The menu that macOS fills with the windows or with a search. */
      role?: 'window' | 'help'
      entries: MenuEntry[]
    }

/** Groups with separators between them; empty groups have none. */
export function joinGroups(...groups: MenuEntry[][]): MenuEntry[] {
  return joinWithSeparator<MenuEntry>({ kind: 'separator' }, groups)
}

/** The same for other kinds of entries. */
export function joinWithSeparator<Entry>(separator: Entry, groups: readonly Entry[][]): Entry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [separator, ...group]))
}
