import type { Visit } from '../../../shared/operations/desktop.ts'
import type { SeenStatus, TimedStatus } from '../../../shared/operations/own-status.ts'

/** What an entry in a native menu does. */
export type DesktopAction =
  /** `base`: the status that the menu showed; absent if unknown. */
  | { do: 'set-status'; account: string; status: TimedStatus; base?: SeenStatus | undefined }
  | { do: 'clear-status'; account: string; base: SeenStatus }
  | { do: 'switch'; account: string }
  /** Shows the window and opens a screen in it. */
  | { do: 'visit'; visit: Visit }
  /** Locks Latchkey, which hides everything until it is unlocked. */
  | { do: 'lock' }
  | { do: 'zoom'; to: 'in' | 'out' | 'reset' }
  | { do: 'back' | 'forward' | 'quit' }

/** System actions, under Electron's names. */
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

/** A line in a native menu. */
export type MenuEntry =
  | { kind: 'separator' }
  | { kind: 'role'; role: MenuRole }
  /** Does nothing when clicked. */
  | { kind: 'text'; label: string }
  | {
      kind: 'item'
      label: string
      action: DesktopAction
      accelerator?: string
      /** Whether the page handles this shortcut, which the menu then only displays. */
      isHandledByPage?: boolean
      /** Whether this entry only adds a second shortcut to a visible one. */
      isHidden?: boolean
      /** For radio items. */
      isChecked?: boolean
    }
  | {
      kind: 'menu'
      label: string
      /** Menus that macOS extends, with the windows or a search field. */
      role?: 'window' | 'help'
      entries: MenuEntry[]
    }

/** Joins groups with separators, skipping empty ones. */
export function joinGroups(...groups: MenuEntry[][]): MenuEntry[] {
  return joinWithSeparator<MenuEntry>({ kind: 'separator' }, groups)
}

/** Like `joinGroups`, for other kinds of entries. */
export function joinWithSeparator<Entry>(separator: Entry, groups: readonly Entry[][]): Entry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [separator, ...group]))
}
