import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Arch, type CliOptions, Platform, build } from 'electron-builder'
import { environmentConfig, project } from './config.ts'
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
  return build(builderOptions(packing))
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
