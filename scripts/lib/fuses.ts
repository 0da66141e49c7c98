import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseV1Options, FuseVersion } from '@electron/fuses'
import { FuseState, SENTINEL } from '@electron/fuses/dist/constants.js'
import type { FuseOptionsV1 } from 'app-builder-lib'

/**
 * The packaged app’s fuses, as `electronFuses` in electron-builder.yml must set them. If `@electron/fuses` or
 * electron-builder adds a fuse, type checking fails until it is listed here.
 */
export const fuses: Record<Uncapitalize<keyof typeof FuseV1Options>, boolean> &
  Required<Omit<FuseOptionsV1, 'resetAdHocDarwinSignature'>> = {
  /** `ELECTRON_RUN_AS_NODE` would turn the installed app into plain Node under the app’s signature. */
  // guard: fuses
  runAsNode: false,
  enableCookieEncryption: true,
  /** `NODE_OPTIONS` could load code into the app before its own. */
  enableNodeOptionsEnvironmentVariable: false,
  /** `--inspect` and SIGUSR1 would open a debugger. */
  enableNodeCliInspectArguments: false,
  /** macOS and Windows reject a modified `app.asar`; Linux doesn’t check it. */
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  /** The app has no V8 snapshot. */
  loadBrowserProcessSpecificV8Snapshot: false,
  /** The page is loaded from `app:`, so `file:` isn’t needed. */
  grantFileProtocolExtraPrivileges: false,
}

/** Lists the fuses that a packaged program sets differently, in either half of a universal macOS app. */
export function mismatchedFuses(program: string): string[] {
  const wires = readWires(program)
  return Object.entries(fuses)
    .filter(([name, isOn]) => {
      const fuse = `${name[0]!.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options
      return wires.some((wire) => (wire[FuseV1Options[fuse]] === FuseState.ENABLE) !== isOn)
    })
    .map(([name]) => name)
}

/** Reads the fuse wire of each half, because `getCurrentFuseWire` in `@electron/fuses` reads only the first. */
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
