import { arch, release, type } from 'node:os'
import { t } from '../../infra/messages.ts'

/** Versions, the system, and its settings that matter for the network and the keychain. Values appear only if they are known words. */
export function machineLines(environment: NodeJS.ProcessEnv = process.env): string[] {
  const { electron, chrome, node, openssl } = process.versions
  const programs = Object.entries({
    Electron: electron,
    Chromium: chrome,
    Node: node,
    OpenSSL: openssl,
  })
  const isSet = (...names: string[]) => names.some((name) => environment[name])
  const desktop = environment['XDG_CURRENT_DESKTOP']?.split(':').find((name) => desktops.has(name))
  return [
    programs.flatMap(([name, version]) => (version ? [`${name} ${version}`] : [])).join(', '),
    t('diagnostics.system', { system: `${type()} ${release()} (${arch()})` }),
    ...(process.platform === 'linux'
      ? [
          t('diagnostics.linux', {
            desktop: desktop ?? t(isSet('XDG_CURRENT_DESKTOP') ? 'diagnostics.otherDesktop' : none),
            display: isSet('WAYLAND_DISPLAY') ? 'Wayland' : isSet('DISPLAY') ? 'X11' : t(none),
            bus: isSet('DBUS_SESSION_BUS_ADDRESS') ? 'yes' : 'no',
          }),
        ]
      : []),
    t('diagnostics.proxies', {
      areSet: isSet('https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY') ? 'yes' : 'no',
    }),
  ]
}

const none = 'diagnostics.no'

const desktops = new Set([
  ...[
    'GNOME',
    'KDE',
    'XFCE',
    'MATE',
    'Cinnamon',
    'X-Cinnamon',
    'LXDE',
    'LXQt',
    'Budgie',
    'Pantheon',
  ],
  ...['Unity', 'sway', 'Hyprland', 'COSMIC', 'Deepin', 'i3'],
])
