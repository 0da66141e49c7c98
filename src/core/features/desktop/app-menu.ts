import type { VisitedScreen } from '../../../shared/app/desktop.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../infra/messages.ts'
import type { DesktopState } from './desktop-state.ts'
import { type MenuEntry, type MenuRole, grouped } from './menu-entry.ts'
import { plainLabel } from './plain-label.ts'

/** Accounts that have a shortcut. */
const maxNumbered = 9

/** The menu bar, as each system is used to it. */
export function appMenu(system: NodeJS.Platform, state: DesktopState): MenuEntry[] {
  const isMac = system === 'darwin'
  const settings = [visit('desktop.settings', 'settings', 'CmdOrCtrl+,'), ...lockItem(state)]
  // The ampersand marks the letter that opens the menu with Alt; macOS has none.
  const menu = (name: MessageId, entries: MenuEntry[]): MenuEntry => ({
    kind: 'menu',
    label: isMac ? t(name) : `&${t(name)}`,
    entries,
  })
  return [
    ...(isMac ? [menu('desktop.appName', macAppMenu(settings))] : []),
    menu(
      'desktop.fileMenu',
      isMac ? [role('close')] : grouped(settings, [role('close'), quit('Ctrl+Q')]),
    ),
    menu('desktop.editMenu', editMenu(isMac)),
    menu('desktop.viewMenu', viewMenu()),
    menu('desktop.goMenu', goMenu(isMac, state)),
    menu(
      'desktop.windowMenu',
      isMac
        ? grouped([role('minimize'), role('zoom')], [role('front')])
        : [role('minimize'), role('togglefullscreen')],
    ),
    menu('desktop.helpMenu', [
      visit('desktop.keyboardShortcuts', 'settings'),
      ...(isMac ? [] : [role('about')]),
    ]),
  ]
}

function quit(accelerator: string): MenuEntry {
  return { kind: 'item', label: t('desktop.quit'), action: { do: 'quit' }, accelerator }
}

/** Without an account there is nothing to hide. */
function lockItem({ active }: DesktopState): MenuEntry[] {
  const item = { kind: 'item', label: t('desktop.lock'), action: { do: 'lock' } } as const
  return active === undefined ? [] : [{ ...item, accelerator: 'CmdOrCtrl+Shift+L' }]
}

function macAppMenu(settings: MenuEntry[]): MenuEntry[] {
  return grouped(
    [role('about')],
    settings,
    [role('services')],
    [role('hide'), role('hideOthers'), role('unhide')],
    [quit('Cmd+Q')],
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
  const zoom = (label: MessageId, to: 'in' | 'out' | 'reset', accelerator: string) => ({
    kind: 'item' as const,
    label: t(label),
    action: { do: 'zoom' as const, to },
    accelerator,
  })
  return grouped(
    [
      zoom('desktop.zoomIn', 'in', 'CmdOrCtrl+Plus'),
      // The plus of many keyboards is the upper half of this key.
      { ...zoom('desktop.zoomIn', 'in', 'CmdOrCtrl+='), isHidden: true },
      zoom('desktop.zoomOut', 'out', 'CmdOrCtrl+-'),
      zoom('desktop.actualSize', 'reset', 'CmdOrCtrl+0'),
    ],
    [role('togglefullscreen')],
  )
}

function goMenu(isMac: boolean, { accounts, active }: DesktopState): MenuEntry[] {
  return grouped(
    [
      {
        kind: 'item',
        label: t('desktop.goAnywhere'),
        action: { do: 'visit', visit: { palette: true } },
        accelerator: 'CmdOrCtrl+K',
        keysOfPage: true,
      },
    ],
    [
      move('desktop.back', 'back', isMac ? 'Cmd+[' : 'Alt+Left'),
      move('desktop.forward', 'forward', isMac ? 'Cmd+]' : 'Alt+Right'),
    ],
    active === undefined
      ? []
      : [
          visit('desktop.home', 'home'),
          visit('desktop.status', 'status'),
          visit('desktop.accounts', 'accounts'),
        ],
    accounts.slice(0, maxNumbered).map(({ id, label }, index) => ({
      kind: 'item',
      label: plainLabel(label),
      action: { do: 'switch', account: id },
      accelerator: `CmdOrCtrl+${index + 1}`,
      keysOfPage: true,
      chosen: id === active,
    })),
  )
}

function move(label: MessageId, way: 'back' | 'forward', accelerator: string): MenuEntry {
  return { kind: 'item', label: t(label), action: { do: way }, accelerator }
}

function visit(label: MessageId, screen: VisitedScreen, accelerator?: string): MenuEntry {
  return { kind: 'item', label: t(label), action: { do: 'visit', visit: { screen } }, accelerator }
}

function role(name: MenuRole): MenuEntry {
  return { kind: 'role', role: name }
}
