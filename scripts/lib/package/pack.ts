import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Arch, type CliOptions, Platform, build } from 'electron-builder'
import { environmentConfig, project } from './config.ts'
import { attempt } from '../../../src/core/platform/ignore-errors.ts'
import { unusedPackages } from './needed.ts'

export interface Packing {
  /** Only the folder, without installers. */
  dir: boolean
  /** The folder of an Electron that is unpacked. Without it, electron-builder brings its own. */
  electronDist?: string
  environment: Record<string, string | undefined>
  /** Where the packages go, instead of `dist`. */
  output?: string
}

/** Makes packages for this system, of the app as it is built. Returns the installers. */
export function pack(packing: Packing): Promise<string[]> {
  return keepKeytar(project, () => build(builderOptions(packing)))
}

/** electron-builder builds keytar anew for each processor, in the project's own folder. Afterwards the developer's is there again. */
export async function keepKeytar<Result>(
  folder: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const file = join(folder, 'node_modules/keytar/build/Release/keytar.node')
  const kept = attempt(() => readFileSync(file))
  try {
    return await act()
  } finally {
    if (kept && attempt(() => readFileSync(file))?.equals(kept) !== true) {
      // A new file, because another process may have loaded the one that is there.
      writeFileSync(`${file}.kept`, kept, { mode: 0o755 })
      renameSync(`${file}.kept`, file)
    }
  }
}

/** What electron-builder is told for that. */
export function builderOptions({ dir, electronDist, environment, output }: Packing): CliOptions {
  const platform = Platform.current()
  const arch = process.arch === 'arm64' ? Arch.arm64 : Arch.x64
  return {
    projectDir: project,
    ...(dir && { targets: platform.createTarget('dir', arch) }),
    ...(!dir && { targets: platform.createTarget() }),
    // Whoever publishes looks at what was made first.
    publish: 'never',
    config: {
      ...environmentConfig(environment, process.platform),
      files: [`!**/node_modules/{${unusedPackages().join(',')}}/**`],
      ...(output && { directories: { output } }),
      ...(electronDist && { electronDist }),
      // keytar is built against Node's stable interface, so for this system the one that npm brought does.
      npmRebuild: !dir,
      // The app that Electron shows where there is none.
      afterExtract: ({ appOutDir, packager }) =>
        rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true }),
    },
  }
}
