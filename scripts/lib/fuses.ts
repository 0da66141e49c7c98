import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import type { FuseOptionsV1 } from 'app-builder-lib'

/**
 * Every fuse of what is shipped, as `electronFuses` of electron-builder.yml has to say it. A fuse that `@electron/fuses` or
 * electron-builder comes to know does not compile until it stands here.
 */
export const fuses: Record<Uncapitalize<keyof typeof FuseV1Options>, boolean> &
  Required<Omit<FuseOptionsV1, 'resetAdHocDarwinSignature'>> = {
  /** `ELECTRON_RUN_AS_NODE` would make the installed app a bare Node that its signature vouches for. */
  // guard: fuses
  runAsNode: false,
  enableCookieEncryption: true,
  /** `NODE_OPTIONS` could load code into the app before its own. */
  enableNodeOptionsEnvironmentVariable: false,
  /** `--inspect`, and SIGUSR1, would open a debugger. */
  enableNodeCliInspectArguments: false,
  /** macOS and Windows refuse an `app.asar` that was changed; Linux has nothing of the kind. */
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  /** There is no snapshot of ours. */
  loadBrowserProcessSpecificV8Snapshot: false,
  /** The page comes from `app:`, and nothing from `file:`. */
  grantFileProtocolExtraPrivileges: false,
}

/** The names of the fuses that a packaged program has otherwise. */
export async function wrongFuses(program: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(program)
  const on = 0x31
  return Object.entries(fuses)
    .filter(([name, isOn]) => {
      const fuse = `${name[0]!.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options
      return (Number(wire[FuseV1Options[fuse]]) === on) !== isOn
    })
    .map(([name]) => name)
}
