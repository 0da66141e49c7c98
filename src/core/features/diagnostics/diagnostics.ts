import { t } from '../../platform/messages.ts'
import { runProgram } from '../../platform/run-program.ts'
import { arch, release, type } from 'node:os'

/** How to get the version of each program that Latchkey runs. */
const programs: readonly [name: string, program: string, args: string[], version: RegExp][] = [
  ['Git', 'git', ['--version'], /version (\d[\w.]*)/],
  ['OpenSSH', 'ssh', ['-V'], /_(\d[\w.]*)/],
  ['GnuPG', 'gpg', ['--version'], /\(.*\) (\d[\w.]*)/],
]

/** The versions of programs that Latchkey runs. The report includes nothing else that they print. */
export async function programLine(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const versionLines = programs.map(async ([name, program, args, pattern]) => {
    const run = await runProgram(program, args, { environment, timeMs: 5_000 })
    const version = pattern.exec(`${run.stdout}\n${run.stderr}`)?.[1]
    return `${name} ${version ?? t('diagnostics.no')}`
  })
  return t('diagnostics.programs', { programs: (await Promise.all(versionLines)).join(', ') })
}

/** Versions, the system, and settings that affect the network and the keychain. Includes only known values. */
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
      areSet: ['https_proxy', 'http_proxy', 'all_proxy'].some((name) =>
        isSet(name, name.toUpperCase()),
      )
        ? 'yes'
        : 'no',
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
