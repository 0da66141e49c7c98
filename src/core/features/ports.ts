import type { HostFacts } from '../../shared/app/device.ts'
import type { UpdatesOff } from '../../shared/app/updates.ts'
import type { DemoService } from './demo/demo.ts'
import type { Presence } from './lock/lock.ts'
import type { OpenLog } from '../infra/log/open-log.ts'
import type { OwnCertificates } from '../network/own-certificates.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { UpdateSource } from './updates/updates.ts'

/** What a host hands to the application. */
export interface Ports {
  /** Which program this is. */
  host: HostFacts['host']
  /** See `HostFacts`. */
  package?: HostFacts['package']
  /** Of Latchkey. */
  version: string
  /** See `ServiceClientPorts`. */
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
  /** For the person who runs the host. It keeps secrets out. */
  log: OpenLog
}
