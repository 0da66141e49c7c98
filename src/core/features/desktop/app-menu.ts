import type { VisitedScreen } from '../../../shared/app/desktop.ts'
import type { DesktopState } from './desktop-state.ts'
import { type MenuEntry, type MenuRole, grouped } from './menu-entry.ts'
import { plainLabel } from './plain-label.ts'

/** Accounts that have a shortcut. */
const numbered = 9

/** The menu bar, as each system is used to it. */
export function appMenu(system: NodeJS.Platform, state: DesktopState): MenuEntry[] {
  const isMac = system === 'darwin'
  const settings = [visit('Settings…', 'settings', 'CmdOrCtrl+,'), ...lockItem(state)]
  return [
    ...(isMac ? [menu('Latchkey', macAppMenu(settings))] : []),
    menu(
      isMac ? 'File' : '&File',
      isMac
        ? [role('close')]
        : grouped(settings, [role('close'), { ...quit, accelerator: 'Ctrl+Q' }]),
    ),
    menu(isMac ? 'Edit' : '&Edit', editMenu(isMac)),
    menu(isMac ? 'View' : '&View', viewMenu()),
    menu(isMac ? 'Go' : '&Go', goMenu(isMac, state)),
    menu(
      isMac ? 'Window' : '&Window',
      isMac
        ? grouped([role('minimize'), role('zoom')], [role('front')])
        : [role('minimize'), role('togglefullscreen')],
    ),
    menu(isMac ? 'Help' : '&Help', [
      visit('Keyboard shortcuts', 'settings'),
      ...(isMac ? [] : [role('about')]),
    ]),
  ]
}

const quit = { kind: 'item', label: 'Quit Latchkey', action: { do: 'quit' } } as const

/** There is nothing to hide where nobody is signed in. */
function lockItem({ active }: DesktopState): MenuEntry[] {
  const item = { kind: 'item', label: 'Lock Latchkey', action: { do: 'lock' } } as const
  return active === undefined ? [] : [{ ...item, accelerator: 'CmdOrCtrl+Shift+L' }]
}

function macAppMenu(settings: MenuEntry[]): MenuEntry[] {
  return grouped(
    [role('about')],
    settings,
    [role('services')],
    [role('hide'), role('hideOthers'), role('unhide')],
    [{ ...quit, accelerator: 'Cmd+Q' }],
  )
}

function editMenu(isMac: boolean): MenuEntry[] {
  return grouped(
    [role('undo'), role('redo')],
    [
      role('cut'),
      role('copy'),
      role('paste'),
      ...(isMac ? [role('pasteAndMatchStyle')] : []),
      role('delete'),
      role('selectAll'),
    ],
  )
}

function viewMenu(): MenuEntry[] {
  const zoom = (label: string, to: 'in' | 'out' | 'reset', accelerator: string) => ({
    kind: 'item' as const,
    label,
    action: { do: 'zoom' as const, to },
    accelerator,
  })
  return grouped(
    [
      zoom('Larger', 'in', 'CmdOrCtrl+Plus'),
      // The plus of many keyboards is the upper half of this key.
      { ...zoom('Larger', 'in', 'CmdOrCtrl+='), isHidden: true },
      zoom('Smaller', 'out', 'CmdOrCtrl+-'),
      zoom('Actual size', 'reset', 'CmdOrCtrl+0'),
    ],
    [role('togglefullscreen')],
  )
}

function goMenu(isMac: boolean, { accounts, active }: DesktopState): MenuEntry[] {
  return grouped(
    [
      {
        kind: 'item',
        label: 'Go anywhere…',
        action: { do: 'visit', visit: { palette: true } },
        accelerator: 'CmdOrCtrl+K',
        keysOfPage: true,
      },
    ],
    [
      move('Back', 'back', isMac ? 'Cmd+[' : 'Alt+Left'),
      move('Forward', 'forward', isMac ? 'Cmd+]' : 'Alt+Right'),
    ],
    active === undefined
      ? []
      : [visit('Home', 'home'), visit('Status', 'status'), visit('Accounts', 'accounts')],
    accounts.slice(0, numbered).map(({ id, label }, index) => ({
      kind: 'item',
      label: plainLabel(label),
      action: { do: 'switch', account: id },
      accelerator: `CmdOrCtrl+${index + 1}`,
      keysOfPage: true,
      chosen: id === active,
    })),
  )
}

function move(label: string, way: 'back' | 'forward', accelerator: string): MenuEntry {
  return { kind: 'item', label, action: { do: way }, accelerator }
}

function visit(label: string, screen: VisitedScreen, accelerator?: string): MenuEntry {
  return { kind: 'item', label, action: { do: 'visit', visit: { screen } }, accelerator }
}

function menu(label: string, entries: MenuEntry[]): MenuEntry {
  return { kind: 'menu', label, entries }
}

function role(name: MenuRole): MenuEntry {
  return { kind: 'role', role: name }
}
