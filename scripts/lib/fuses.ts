import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseV1Options, FuseVersion } from '@electron/fuses'
import { FuseState, SENTINEL } from '@electron/fuses/dist/constants.js'
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

/** The names of the fuses that a packaged program has otherwise, or one of the two halves of a universal app for macOS. */
export function wrongFuses(program: string): string[] {
  const wires = readWires(program)
  return Object.entries(fuses)
    .filter(([name, isOn]) => {
      const fuse = `${name[0]!.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options
      return wires.some((wire) => (wire[FuseV1Options[fuse]] === FuseState.ENABLE) !== isOn)
    })
    .map(([name]) => name)
}

/** The wire of each half. `getCurrentFuseWire` of `@electron/fuses` reads the first one alone. */
function readWires(program: string): Buffer[] {
  const framework = 'Contents/Frameworks/Electron Framework.framework/Electron Framework'
  const binary = readFileSync(program.endsWith('.app') ? join(program, framework) : program)
  const wires: Buffer[] = []
  for (let at = binary.indexOf(SENTINEL); at !== -1; at = binary.indexOf(SENTINEL, at + 1)) {
    const wire = at + SENTINEL.length
    const [version, length = 0] = binary.subarray(wire, wire + 2)
    if (String(version) !== FuseVersion.V1) throw new Error(`${program} has fuses of another kind.`)
    wires.push(binary.subarray(wire + 2, wire + 2 + length))
  }
  if (wires.length === 0) throw new Error(`${program} has no fuses.`)
  return wires
}
