import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Arch, type CliOptions, Platform, build } from 'electron-builder'
import { environmentConfig, project } from './config.ts'
import { attempt } from '../../../src/core/platform/ignore-errors.ts'
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
  return preserveKeytar(project, () => build(builderOptions(options)))
}

/**
 * Restores the developer’s build of keytar afterwards, because electron-builder rebuilds keytar for each architecture
 * in the project’s own folder.
 */
export async function preserveKeytar<Result>(
  folder: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const file = join(folder, 'node_modules/keytar/build/Release/keytar.node')
  const backup = attempt(() => readFileSync(file))
  try {
    return await act()
  } finally {
    if (backup && attempt(() => readFileSync(file))?.equals(backup) !== true) {
      // Writes a new file, because another process may have loaded the existing one.
      writeFileSync(`${file}.kept`, backup, { mode: 0o755 })
      renameSync(`${file}.kept`, file)
    }
  }
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
      files: [`!**/node_modules/{${unusedPackages().join(',')}}/**`],
      ...(output && { directories: { output } }),
      ...(electronDist && { electronDist }),
      // keytar uses Node’s stable ABI, so npm’s build works on this system.
      npmRebuild: !dir,
      // Removes the app that Electron shows by default.
      afterExtract: ({ appOutDir, packager }) =>
        rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true }),
    },
  }
}
