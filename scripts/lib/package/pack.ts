import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Arch, type CliOptions, Platform, build } from 'electron-builder'
import { environmentConfig, project } from './config.ts'
import { unusedPackages } from './needed.ts'

export interface PackOptions {
  /** Whether to build only the folder, without installers. */
  dir: boolean
  /** The folder with an unpacked Electron. If absent, electron-builder downloads one. */
  electronDist?: string
  environment: Record<string, string | undefined>
  /** The output folder, instead of `dist`. */
  output?: string
}

/** Packages the built app for this system, and returns the paths of the installers. */
export function pack(options: PackOptions): Promise<string[]> {
  return build(builderOptions(options))
}

/** The options for electron-builder. */
export function builderOptions({
  dir,
  electronDist,
  environment,
  output,
}: PackOptions): CliOptions {
  const platform = Platform.current()
  const arch = process.arch === 'arm64' ? Arch.arm64 : Arch.x64
  return {
    projectDir: project,
    ...(dir && { targets: platform.createTarget('dir', arch) }),
    ...(!dir && { targets: platform.createTarget() }),
    // Publishing is a separate, manual step.
    publish: 'never',
    config: {
      ...environmentConfig(environment, process.platform),
      files: [
        `!**/node_modules/{${unusedPackages().join(',')}}/**`,
        `!**/node_modules/keytar/prebuilds/!(${prebuilds(process.platform, dir)})`,
      ],
      ...(output && { directories: { output } }),
      ...(electronDist && { electronDist }),
      // Removes the app that Electron shows by default.
      afterExtract: ({ appOutDir, packager }) =>
        rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true }),
    },
  }
}

/**
 * The folders of keytar’s prebuilt modules that the packages need. A universal app is merged from two apps that must
 * have the same files.
 */
export function prebuilds(platform: NodeJS.Platform, dir: boolean): string {
  return platform === 'darwin' && !dir ? 'darwin-*' : `${platform}-\${arch}`
}
