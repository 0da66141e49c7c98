import { dirname, resolve } from 'node:path'
import { type GitSetting, includedFileLimit } from '../changes/git-config.ts'
import type { GitFacts } from '../computer-facts.ts'
import { isGitPath } from '../home-paths.ts'
import { toInclude } from '../identities/identity-files.ts'
import { isPushSetting } from './push-target.ts'

interface Setting {
  name: string
  value: string
  /** Absent if it doesn't come from a file. */
  file?: string
}

/**
 * Whether files that git includes only in some repositories may change where git pushes from one with these settings.
 * Only git can tell whether their conditions apply.
 */
export type MayChangeTarget = (settings: readonly Setting[]) => boolean

/** Reads the files that the settings outside of repositories include under a condition. */
export async function readConditionalRemotes(
  usual: readonly Setting[],
  { home, configWithIncludes }: GitFacts,
): Promise<MayChangeTarget> {
  const includes = usual.flatMap(({ name, value, file }) =>
    toInclude([name, value], home).map(({ path }) => ({ path, folder: dirname(file ?? home) })),
  )
  // guard: conditional-includes
  if (includes.length > includedFileLimit) return () => true
  const read = includes.map(({ path, folder }) => configWithIncludes(resolve(folder, path)))
  const settings = (await Promise.all(read)).flat()
  // A file may be in a folder that only git finds, or include others under another condition.
  const isUnsure =
    includes.some(({ path }) => isGitPath(path)) ||
    settings.some((setting) => toInclude(setting, home).length > 0)
  const own = settings.filter(([name]) => isPushSetting(name))
  if (isUnsure || own.some((setting) => rewritten(setting) === undefined)) return () => true
  const beginnings = own.map((setting) => rewritten(setting)!)
  return (inRepository) =>
    inRepository.some(
      ({ name, value }) =>
        /^(branch|remote)\./.test(name) && beginnings.some((text) => value.startsWith(text)),
    )
}

/** The beginning of the URLs that a setting rewrites; undefined for other settings. */
function rewritten([name, value]: GitSetting): string | undefined {
  return /^url\..*\.(push)?insteadof$/s.test(name) ? value : undefined
}
