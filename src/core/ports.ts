import type { HostFacts } from '../shared/operations/device.ts'
import type { Release, UpdateChannel, UpdatesOff } from '../shared/operations/updates.ts'
import type { OpenLog } from './platform/log/open-log.ts'
import type { OwnCertificates } from './platform/network/own-certificates.ts'
import type { SecretStore } from './platform/keychain/secret-store.ts'

/** A running demo service, in this process and on loopback only. */
export interface DemoService {
  url: string
  tokens: { user: string; admin: string }
  stop(): Promise<void>
}

/** What a desktop system knows of the user at it. */
export interface Presence {
  /** Seconds since the last input to any program. Some desktops always report 0. */
  idleSeconds(): number
  /** Asks the system to confirm the user's identity; undefined if it can't at the moment. */
  confirm(): (() => Promise<boolean>) | undefined
  /** Whether it is known when the screen is locked. */
  knowsScreenLock(): boolean
  clipboard: {
    read(): Promise<string>
    clear(): void
    /** Writes a text together with what keeps it out of clipboard histories. */
    writeSecret(text: string): Promise<void>
  }
}

/** Where new versions come from. It installs nothing by itself. */
export interface UpdateSource {
  /** The newest version of a channel, if it is newer than this one. */
  newest(channel: UpdateChannel): Promise<Release | undefined>
  /** Downloads and verifies what `newest` found last; from then on quitting installs it. */
  download(progress: (percent: number) => void): Promise<void>
  /** Quits, installs what was downloaded, and starts it. */
  installAndRestart(): void
}

/** What a host hands to the application. */
export interface Ports {
  /** Which program this is. */
  host: HostFacts['host']
  /** See `HostFacts`. */
  package?: HostFacts['package']
  /** Of Latchkey. */
  version: string
  /** See `ApiClientPorts`. */
  fetch: typeof globalThis.fetch
  /** What `fetch` trusts for single instances. */
  certificates: OwnCertificates
  keychain: SecretStore
  /** Folder of this process alone, see `openDataFolder`. */
  dataFolder: string
  /** The person's home folder, where keys and gpg's own folder lie. */
  home: string
  /** Variables of the process; those of this one by default. */
  environment?: NodeJS.ProcessEnv
  /** The languages that the system is set to, as IETF tags, the best first; that of Node by default. */
  systemLanguages?: () => readonly string[]
  /** Milliseconds since 1970. */
  now(): number
  startDemo(): Promise<DemoService>
  /** What brings new versions of Latchkey, or why nothing does. Absent in the browser host. */
  updates?: UpdateSource | { off: UpdatesOff }
  /** What the system knows about the user at it. Absent in the browser host. */
  presence?: Presence
  /** Lets the person choose folders; none if they choose none. Absent in the browser host. */
  chooseFolders?: () => Promise<string[]>
  /** For the person who runs the host. It keeps secrets out. */
  log: OpenLog
}
