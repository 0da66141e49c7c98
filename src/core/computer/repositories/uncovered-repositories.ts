import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IdentityFields } from '../../../shared/operations/identities.ts'
import type { GitSetting } from '../changes/git-config.ts'
import { committedEmail } from '../survey/git.ts'
import type { ScannedRepository } from './find-repositories.ts'
import {
  type RepositoryGit,
  type RepositorySetting,
  gitIn,
  parseScopes,
} from './repository-settings.ts'

interface PlannedIdentity extends Pick<IdentityFields, 'name' | 'email'> {
  /** The conditions under which git reads it (git-config(1), “Conditional includes”). */
  conditions: readonly string[]
  /** What git reads then. */
  settings: readonly GitSetting[]
}

/**
 * The repositories in which git wouldn't use an identity: none of its conditions applies, or the repository's own
 * settings differ. Git decides, with the conditions passed for one command. Before 2.31, it can't.
 */
export async function uncoveredRepositories(
  repositories: readonly ScannedRepository[],
  { conditions, name, email, settings }: PlannedIdentity,
  options: RepositoryGit,
): Promise<ScannedRepository[]> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  const included = join(folder, 'gitconfig')
  const variables = settingVariables([
    [isAsked, 'true'],
    ...conditions.map((condition) => [`includeIf.${condition}.path`, included] as const),
  ])
  const command = ['config', '--show-origin', '--show-scope', '--null', '--list']
  try {
    writeFileSync(included, `[latchkey]\n\tcovered = true\n`)
    const uncovered = repositories.map(async (repository) => {
      if (repository.problem !== undefined) return []
      const { path } = repository
      const { stdout } = await gitIn(path, options)({ command, variables })
      const text = stdout.toString()
      // Scope, origin, and setting. Settings of the repository can't have this scope.
      const passed = text.split('\0').filter((_, at, parts) => parts[at - 2] === 'command')
      const has = (setting: string) => passed.includes(`${setting}\ntrue`)
      const isCovered = has(isRead) && isUsed(settings, parseScopes(text, path), { name, email })
      return isCovered || !has(isAsked) ? [] : [repository]
    })
    return (await Promise.all(uncovered)).flat()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isAsked = 'latchkey.asked'
const isRead = 'latchkey.covered'

/** Whether authors and committers have the planned name and email, although a repository's own settings come last. */
function isUsed(
  identity: readonly GitSetting[],
  inRepository: readonly RepositorySetting[],
  planned: Pick<IdentityFields, 'name' | 'email'>,
): boolean {
  const own = inRepository.filter(({ scope }) => scope === 'local' || scope === 'worktree')
  const valueOf = (setting: string) =>
    // Git cleans names like emails.
    committedEmail(
      own.findLast(({ name }) => name === setting)?.value ??
        identity.findLast(([name]) => name === setting)?.[1] ??
        '',
    )
  return ['author', 'committer'].every((role) =>
    (['name', 'email'] as const).every(
      // Git ignores an empty setting for one role (`fmt_ident` in `ident.c`).
      (part) =>
        (valueOf(`${role}.${part}`) || valueOf(`user.${part}`)) === committedEmail(planned[part]),
    ),
  )
}

/** Passes settings to git, whose names can contain any character (git-config(1), `GIT_CONFIG_COUNT`). */
export function settingVariables(
  settings: readonly (readonly [name: string, value: string])[],
): NodeJS.ProcessEnv {
  const variables = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) }
}
