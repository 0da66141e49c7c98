import type { HostFacts } from '../shared/operations/device.ts'
import type { Release, UpdateChannel, UpdatesOff } from '../shared/operations/updates.ts'
import type { OpenLog } from './platform/log/open-log.ts'
import type { OwnCertificates } from './platform/network/own-certificates.ts'
import type { SecretStore } from './platform/keychain/secret-store.ts'

/** A running demo instance, in this process and only on loopback. */
export interface DemoService {
  url: string
  tokens: { user: string; admin: string }
  stop(): Promise<void>
}

/** What the desktop system knows about its user. */
export interface Presence {
  /** Seconds since the last input to any program. Some desktops always report 0. */
  idleSeconds(): number
  /** Asks the system to confirm the user's identity; undefined if it can't at the moment. */
  confirm(): (() => Promise<boolean>) | undefined
  /** Whether the system reports a locked screen. */
  knowsScreenLock(): boolean
  clipboard: {
    read(): Promise<string>
    clear(): void
    /** Writes a text marked to be excluded from clipboard histories. */
    writeSecret(text: string): Promise<void>
  }
}

/** The source of new versions. Installs nothing by itself. */
export interface UpdateSource {
  /** The newest version of a channel, if it is newer than this one. */
  newest(channel: UpdateChannel): Promise<Release | undefined>
  /** Downloads and verifies the version that `newest` last found; from then on, quitting installs it. */
  download(progress: (percent: number) => void): Promise<void>
  /** Quits, installs the downloaded version, and starts it. */
  installAndRestart(): void
}

/** What a host provides to the application. */
export interface Ports {
  /** Which host this is. */
  host: HostFacts['host']
  /** See `HostFacts`. */
  package?: HostFacts['package']
  /** The version of Latchkey. */
  version: string
  /** See `ApiClientPorts`. */
  fetch: typeof globalThis.fetch
  /** The certificates that `fetch` trusts for single instances. */
  certificates: OwnCertificates
  keychain: SecretStore
  /** A folder that only this process uses, see `openDataFolder`. */
  dataFolder: string
  /** The user's home folder, with their keys and gpg's folder. */
  home: string
  /** Environment variables; those of this process by default. */
  environment?: NodeJS.ProcessEnv
  /** The system's languages as IETF tags, the preferred one first; by default that of Node. */
  systemLanguages?: () => readonly string[]
  /** Milliseconds since 1970. */
  now(): number
  startDemo(): Promise<DemoService>
  /** The source of updates, or why there is none. Absent in the browser host. */
  updates?: UpdateSource | { off: UpdatesOff }
  /** What the system knows about its user. Absent in the browser host. */
  presence?: Presence
  /** Opens a folder picker; returns none if the user cancels. Absent in the browser host. */
  chooseFolders?: () => Promise<string[]>
  /** The log for whoever runs the host. It filters out secrets. */
  log: OpenLog
}
