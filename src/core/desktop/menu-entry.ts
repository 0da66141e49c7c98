import type { Visit } from '../../shared/app/desktop.ts'
import type { StatusDraft } from '../../shared/app/own-status.ts'
import type { ClearStatusAfter } from '../../shared/service/current-user.ts'

/** What a click in a native menu does. */
export type DesktopAction =
  | { do: 'set-status'; account: string; draft: StatusDraft; clear: ClearStatusAfter | 'never' }
  | { do: 'clear-status'; account: string }
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
      /** For one of several of which one is chosen. */
      chosen?: boolean
    }
  | { kind: 'menu'; label: string; entries: MenuEntry[] }

/** Groups with lines between them; empty groups leave none. */
export function grouped(...groups: MenuEntry[][]): MenuEntry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ kind: 'separator' } as const, ...group]))
}
