import { createFailureError } from '../../platform/failures.ts'
import { basename, dirname, join } from 'node:path'
import { editGitConfig } from '../changes/git-config.ts'
import { type GitEdit, canonicalName } from '../changes/git-edit.ts'
import { type PlannedChange, plannedChange } from '../changes/planned-change.ts'
import { readIfThere, realIfThere } from '../changes/recorded-changes.ts'
import { expandHome, shownPath } from '../home-paths.ts'
import { asLine } from '../identities/plan-identity.ts'
import { globalConfigFiles } from '../survey/git.ts'
import type { RepositorySetting } from './repository-settings.ts'

type NewSetting = readonly [name: string, value: string]

interface RepositoryConfig {
  /** Its own settings file, as git names it. */
  configFile: string
  /** The file with its worktree's own settings. */
  worktreeFile: string
  /** The settings that currently apply, in the order in which git reads them. */
  settings: readonly RepositorySetting[]
}

/**
 * Writes settings to the repository's own configuration. Throws if an included file would override them, or if the
 * configuration is a link, because its target may apply elsewhere too.
 */
export function planRepositorySettings(
  { configFile, worktreeFile, settings }: RepositoryConfig,
  newSettings: readonly NewSetting[],
  { home, environment }: { home: string; environment: NodeJS.ProcessEnv },
): PlannedChange[] {
  const lastOf = (name: string) =>
    settings.findLast((setting) => setting.name === canonicalName(name))
  const isSet = ([name, value]: NewSetting) => {
    const current = lastOf(name)?.value
    return current !== undefined && expandHome(current, home) === expandHome(value, home)
  }
  if (newSettings.every(isSet)) return []
  // An included file may apply only if a shell entered the folder through a link.
  const unconditional = globalConfigFiles(home, environment)
  const isIncluded = ([name]: NewSetting) => {
    const { scope, file = '' } = lastOf(name)!
    return scope === 'global' && !unconditional.includes(file)
  }
  const missing = newSettings.filter((setting) => !isSet(setting) || isIncluded(setting))
  const own = missing.flatMap(([name]) => {
    const setting = lastOf(name)
    return setting?.scope === 'local' || setting?.scope === 'worktree' ? [setting] : []
  })
  // A worktree's own settings override shared ones. An included file may have the same name.
  // guard: worktree-settings
  const file = own.some(({ scope }) => scope === 'worktree') ? worktreeFile : configFile
  const path = realIfThere(file)
  // guard: linked-settings
  if (path !== realFile(file)) {
    const values = { path: shownPath(path, home) }
    throw createFailureError('setup.settingsAreLink', values)
  }
  const includedSetting = own.find(({ file }) => file === undefined || realIfThere(file) !== path)
  if (includedSetting) {
    const { name, file = '' } = includedSetting
    const values = { name, path: shownPath(file, home) }
    throw createFailureError('setup.settingElsewhere', values)
  }
  const before = readIfThere(path)
  const edits = missing.map(([name, value]): GitEdit => ({ name, value, how: 'set' }))
  const lines = missing.map(([name, value]) => {
    const replaced = own.find((setting) => setting.name === canonicalName(name))
    return {
      ...(replaced && { before: asLine([name, replaced.value]) }),
      after: asLine([name, value]),
    }
  })
  return [
    {
      change: plannedChange('repository-settings', ['identity'], path, {
        lines,
        ...(own.length > 0 && { optional: 'replaces' }),
      }),
      make: async ({ changes }) =>
        changes.replace(path, before, await editGitConfig(path, before, edits, environment), edits),
    },
  ]
}

/** The path of a file that may be a link, in a folder without links. */
const realFile = (file: string): string => join(realIfThere(dirname(file)), basename(file))
