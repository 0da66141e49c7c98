import { distinctLabel } from '../../../shared/rules/account-label.ts'
import type { MenuScreen } from '../../../shared/operations/desktop.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../platform/messages.ts'
import type { DesktopState } from './desktop-state.ts'
import { type MenuEntry, type MenuRole, joinGroups } from './menu-entry.ts'
import { plainLabel } from './plain-label.ts'

/** How many accounts get a shortcut. */
const maxNumbered = 9

/** The menu bar, following the conventions of each system. */
export function appMenu(system: NodeJS.Platform, state: DesktopState): MenuEntry[] {
  const isMac = system === 'darwin'
  const settings = [screenItem('desktop.settings', 'settings', 'CmdOrCtrl+,'), ...lockItems(state)]
  // The ampersand marks the mnemonic for Alt. macOS has none.
  const menu = (name: MessageId, entries: MenuEntry[], role?: 'window' | 'help'): MenuEntry => ({
    kind: 'menu',
    label: isMac ? t(name) : `&${t(name)}`,
    ...(isMac && role && { role }),
    entries,
  })
  return [
    ...(isMac ? [menu('app.name', macAppMenu(settings))] : []),
    menu(
      'desktop.fileMenu',
      isMac ? [roleItem('close')] : joinGroups(settings, [roleItem('close'), quitItem('Ctrl+Q')]),
    ),
    menu('desktop.editMenu', editMenu(isMac)),
    menu('desktop.viewMenu', viewMenu()),
    menu('desktop.goMenu', goMenu(isMac, state)),
    menu(
      'desktop.windowMenu',
      isMac
        ? joinGroups([roleItem('minimize'), roleItem('zoom')], [roleItem('front')])
        : [roleItem('minimize'), roleItem('togglefullscreen')],
      'window',
    ),
    menu(
      'desktop.helpMenu',
      [
        {
          kind: 'item',
          label: t('app.shortcuts'),
          action: { do: 'visit', visit: { shortcuts: true } },
        },
        ...(isMac ? [] : [roleItem('about')]),
      ],
      'help',
    ),
  ]
}

function quitItem(accelerator: string): MenuEntry {
  return { kind: 'item', label: t('desktop.quit'), action: { do: 'quit' }, accelerator }
}

/** Without an account, there is nothing to hide. */
function lockItems({ active }: DesktopState): MenuEntry[] {
  const item = { kind: 'item', label: t('app.lock'), action: { do: 'lock' } } as const
  return active === undefined ? [] : [{ ...item, accelerator: 'CmdOrCtrl+Shift+L' }]
}

function macAppMenu(settings: MenuEntry[]): MenuEntry[] {
  return joinGroups(
    [roleItem('about')],
    settings,
    [roleItem('services')],
    [roleItem('hide'), roleItem('hideOthers'), roleItem('unhide')],
    [quitItem('Cmd+Q')],
  )
}

function editMenu(isMac: boolean): MenuEntry[] {
  return joinGroups(
    [roleItem('undo'), roleItem('redo')],
    [
      roleItem('cut'),
      roleItem('copy'),
      roleItem('paste'),
      ...(isMac ? [roleItem('pasteAndMatchStyle')] : []),
      roleItem('delete'),
      roleItem('selectAll'),
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
  return joinGroups(
    [
      zoom('desktop.zoomIn', 'in', 'CmdOrCtrl+Plus'),
      // Plus is Shift with this key on many keyboards.
      { ...zoom('desktop.zoomIn', 'in', 'CmdOrCtrl+='), isHidden: true },
      zoom('desktop.zoomOut', 'out', 'CmdOrCtrl+-'),
      zoom('desktop.actualSize', 'reset', 'CmdOrCtrl+0'),
    ],
    [roleItem('togglefullscreen')],
  )
}

function goMenu(isMac: boolean, { accounts, active }: DesktopState): MenuEntry[] {
  return joinGroups(
    [
      {
        kind: 'item',
        label: t('desktop.goAnywhere'),
        action: { do: 'visit', visit: { palette: true } },
        accelerator: 'CmdOrCtrl+K',
        isHandledByPage: true,
      },
    ],
    [
      historyItem('desktop.back', 'back', isMac ? 'Cmd+[' : 'Alt+Left'),
      historyItem('desktop.forward', 'forward', isMac ? 'Cmd+]' : 'Alt+Right'),
    ],
    active === undefined
      ? []
      : [
          screenItem('app.homeScreen', 'home'),
          screenItem('app.statusScreen', 'status'),
          screenItem('app.accountsScreen', 'accounts'),
        ],
    accounts.slice(0, maxNumbered).map((account, index) => ({
      kind: 'item',
      label: plainLabel(distinctLabel(account, accounts)),
      action: { do: 'switch', account: account.id },
      accelerator: `CmdOrCtrl+${index + 1}`,
      isHandledByPage: true,
      isChecked: account.id === active,
    })),
  )
}

function historyItem(label: MessageId, way: 'back' | 'forward', accelerator: string): MenuEntry {
  return { kind: 'item', label: t(label), action: { do: way }, accelerator }
}

function screenItem(label: MessageId, screen: MenuScreen, accelerator?: string): MenuEntry {
  return { kind: 'item', label: t(label), action: { do: 'visit', visit: { screen } }, accelerator }
}

function roleItem(name: MenuRole): MenuEntry {
  return { kind: 'role', role: name }
}
