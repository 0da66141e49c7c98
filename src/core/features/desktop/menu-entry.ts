import type { Visit } from '../../../shared/operations/desktop.ts'
import type { SeenStatus, TimedStatus } from '../../../shared/operations/own-status.ts'

/** The action of an entry in a native menu. */
export type DesktopAction =
  /** `base` is the status shown in the menu; absent if unknown. */
  | { do: 'set-status'; account: string; status: TimedStatus; base?: SeenStatus | undefined }
  | { do: 'clear-status'; account: string; base: SeenStatus }
  | { do: 'switch'; account: string }
  /** Shows the window and opens a screen in it. */
  | { do: 'visit'; visit: Visit }
  /** Locks Latchkey, which hides everything until unlocked. */
  | { do: 'lock' }
  | { do: 'zoom'; to: 'in' | 'out' | 'reset' }
  | { do: 'back' | 'forward' | 'quit' }

/** System actions, by Electron's names. */
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
  /** Has no action. */
  | { kind: 'text'; label: string }
  | {
      kind: 'item'
      label: string
      action: DesktopAction
      accelerator?: string
      /** Whether the page handles this shortcut itself, so that the menu only displays it. */
      isHandledByPage?: boolean
      /** A second shortcut for a visible entry. */
      isHidden?: boolean
      /** For a radio item. */
      isChecked?: boolean
    }
  | {
      kind: 'menu'
      label: string
      /** Menus that macOS extends: with the windows or with a search field. */
      role?: 'window' | 'help'
      entries: MenuEntry[]
    }

/** Groups with separators in between; skips empty groups. */
export function joinGroups(...groups: MenuEntry[][]): MenuEntry[] {
  return joinWithSeparator<MenuEntry>({ kind: 'separator' }, groups)
}

/** Like `joinGroups`, for other kinds of entries. */
export function joinWithSeparator<Entry>(separator: Entry, groups: readonly Entry[][]): Entry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [separator, ...group]))
}
