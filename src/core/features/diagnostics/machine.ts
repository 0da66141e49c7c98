import { arch, release, type } from 'node:os'

/** Programs below us, the system and what of its settings matters for the network and the keychain; values only where they are known words. */
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
    `System: ${type()} ${release()} (${arch()})`,
    ...(process.platform === 'linux'
      ? [
          `Desktop: ${desktop ?? (isSet('XDG_CURRENT_DESKTOP') ? 'another' : 'none')}, ` +
            `display: ${isSet('WAYLAND_DISPLAY') ? 'Wayland' : isSet('DISPLAY') ? 'X11' : 'none'}, ` +
            `session bus: ${isSet('DBUS_SESSION_BUS_ADDRESS') ? 'yes' : 'no'}`,
        ]
      : []),
    `Proxy variables: ${isSet('https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY') ? 'set' : 'not set'}`,
  ]
}

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
