import type { AccountsSnapshot, KeychainState } from '../../../shared/operations/accounts.ts'
import type { Connectivity } from '../../../shared/operations/connectivity.ts'
import type { HostFacts } from '../../../shared/operations/device.ts'
import { t } from '../../platform/messages.ts'
import type { OpenLog } from '../../platform/log/open-log.ts'
import type { OwnCertificates } from '../../platform/network/own-certificates.ts'
import { runProgram } from '../../platform/run-program.ts'
import { arch, release, type } from 'node:os'

export interface DiagnosticsOptions {
  host: HostFacts['host']
  version: string
  accounts: { snapshot(): AccountsSnapshot; checkKeychain(): Promise<KeychainState> }
  certificates: Pick<OwnCertificates, 'forOrigin'>
  connectivity: { list(): Connectivity[] }
  jobs: { unsent(account: string): number }
  log: OpenLog
}

const logLines = 50
/** A page that fails all the time must not push everything else out of the log. */
const maxPageFailures = 50

/** Facts for a problem report. Promise: they name no users, tokens or files. */
export class Diagnostics {
  readonly #options: DiagnosticsOptions
  #pageFailures = 0

  constructor(options: DiagnosticsOptions) {
    this.#options = options
  }

  /** The text of the report, with the URLs of the instances on request. */
  async report(withInstances: boolean): Promise<string> {
    const { host, version, log } = this.#options
    const keychain = await this.#options.accounts.checkKeychain()
    const { accounts } = this.#options.accounts.snapshot()
    const tail = log.file.tail(logLines)
    return [
      t('diagnostics.app', { version, host }),
      ...machineLines(),
      await programLine(),
      t('diagnostics.keychain', { state: keychain.state, name: keychain.name }),
      t('diagnostics.accounts', { count: accounts.length }),
      ...accounts.map((account) => this.#accountLine(account, withInstances)),
      '',
      t('diagnostics.log'),
      ...tail,
      '',
    ].join('\n')
  }

  /** Logs an error of the page, as its class and the places in our own files. */
  pageFailed({ name, stack }: { name: string; stack: string }): void {
    this.#pageFailures += 1
    if (this.#pageFailures > maxPageFailures) return
    const error = Object.assign(new Error(''), { name, stack: `\n${stack}` })
    this.#options.log.error('Something went wrong in the page.', { part: 'page', error })
  }

  #accountLine(account: AccountsSnapshot['accounts'][number], withInstances: boolean): string {
    const { certificates, connectivity, jobs, log } = this.#options
    const { id, baseUrl, isAdmin, demo, token } = account
    const { origin, protocol } = new URL(baseUrl)
    const state = connectivity.list().find((known) => known.account === id)?.state ?? 'unknown'
    const own = certificates.forOrigin(origin).length
    const unsent = jobs.unsent(id)
    return [
      `- ${log.tag(baseUrl)}${withInstances ? ` is ${baseUrl}` : ''}`,
      demo ? 'demo' : protocol.replace(':', ''),
      ...(isAdmin ? ['administrator'] : []),
      `token: ${token}`,
      state,
      ...(own > 0 ? [`own certificates: ${own}`] : []),
      ...(unsent > 0 ? [`not sent: ${unsent}`] : []),
    ].join(', ')
  }
}

/** How each program that Latchkey calls says its version. */
const programs: readonly [name: string, program: string, args: string[], version: RegExp][] = [
  ['Git', 'git', ['--version'], /version (\d[\w.]*)/],
  ['OpenSSH', 'ssh', ['-V'], /_(\d[\w.]*)/],
  ['GnuPG', 'gpg', ['--version'], /\(.*\) (\d[\w.]*)/],
]

/** The versions of the programs that Latchkey calls. Of what they print, only the version appears. */
export async function programLine(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const found = programs.map(async ([name, program, args, pattern]) => {
    const run = await runProgram(program, args, { environment, timeMs: 5_000 })
    const version = pattern.exec(`${run.stdout}\n${run.stderr}`)?.[1]
    return `${name} ${version ?? t('diagnostics.no')}`
  })
  return t('diagnostics.programs', { programs: (await Promise.all(found)).join(', ') })
}

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
