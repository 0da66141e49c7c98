import type { HostFacts } from '../shared/operations/device.ts'
import type { Release, UpdateChannel, UpdatesOff } from '../shared/operations/updates.ts'
import type { OpenLog } from './platform/log/open-log.ts'
import type { OwnCertificates } from './platform/network/own-certificates.ts'
import type { ManagedPolicy } from './platform/policy/policy.ts'
import type { SecretStore } from './platform/keychain/secret-store.ts'
import type { SystemClock } from './platform/time/clock.ts'

/** A demo instance running in this process, only on loopback. */
export interface DemoService {
  url: string
  tokens: { user: string; admin: string }
  stop(): Promise<void>
}

/** What the desktop system reveals about its user. */
export interface Presence {
  /** Seconds since the last input in any program. */
  idleSeconds(): number
  /** Whether the desktop may be one that always reports 0. */
  mayLackIdleTime: boolean
  /** Prompts the user to confirm their identity; undefined if the system currently can't. */
  confirm(): (() => Promise<boolean>) | undefined
  /** Whether the system reports a locked screen. */
  knowsScreenLock(): boolean
  clipboard: {
    read(): Promise<string>
    clear(): void
    /** Whether reading and clearing work right now. Some desktops require the focus. */
    isAccessible(): boolean
    /** Calls back when they may work again. Returns a function that unsubscribes. */
    onAccess(listener: () => void): () => void
    /** Writes a secret marked for exclusion from clipboard histories. */
    writeSecret(text: string): Promise<void>
  }
}

/** The source of new versions. Doesn't install anything by itself. */
export interface UpdateSource {
  /** The newest version in a channel, if newer than the running one. */
  newest(channel: UpdateChannel): Promise<Release | undefined>
  /** Downloads and verifies the version last returned by `newest`; from then on, quitting installs it. */
  download(progress: (percent: number) => void): Promise<void>
  /** Quits, installs the downloaded version, and starts it. */
  installAndRestart(): void
}

/** What a host provides to the application. */
export interface Ports {
  host: HostFacts['host']
  /** See `HostFacts`. */
  package?: HostFacts['package']
  /** The version of Latchkey. */
  version: string
  /** See `ApiClientPorts`. */
  fetch: typeof globalThis.fetch
  /** The certificates that `fetch` trusts for individual instances. */
  certificates: OwnCertificates
  keychain: SecretStore
  /** The company's policy; none by default. */
  policy?: ManagedPolicy
  /** The path of the worker's script: `core/worker.ts`, or its built counterpart. Without it, this thread does its work. */
  worker?: string
  /** A folder that only this process uses, see `openDataFolder`. */
  dataFolder: string
  /** The user's home folder, which contains their keys and gpg's folder. */
  home: string
  /** Environment variables; defaults to those of this process. */
  environment?: NodeJS.ProcessEnv
  /** The system's languages as IETF tags, in order of preference; defaults to Node's language. */
  systemLanguages?: () => readonly string[]
  /** Milliseconds since 1970. */
  now(): number
  /** Timers that go with `now`; by default, this computer's. */
  clock?: SystemClock
  /** Waits before a read is retried; by default with a timer. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  startDemo(): Promise<DemoService>
  /** The source of updates, or why there is none. Absent in the browser host. */
  updates?: UpdateSource | { off: UpdatesOff }
  /** Whether the user turned the start at sign-in off in the system's own settings. Absent in the browser host. */
  isLoginItemOff?: () => boolean
  /** Whether the desktop shows tray icons; undefined if unknown. Absent in the browser host. */
  hasTray?: () => boolean | undefined
  /** What the desktop system reveals about its user. Absent in the browser host. */
  presence?: Presence
  /** Opens an address in the system's browser. Absent in the browser host, where the page does. */
  openBrowser?: (url: string) => Promise<void>
  /** Opens a folder picker; returns an empty list if the user cancels. Absent in the browser host. */
  chooseFolders?: () => Promise<string[]>
  /** The log for the host's operator, which filters out secrets. */
  log: OpenLog
}
