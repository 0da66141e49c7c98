import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IdentityFields } from '../../../../shared/operations/identities.ts'
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
}

/**
 * The repositories in which git wouldn't use an identity: none of its conditions applies, or the repository's own
 * settings differ. Git decides, with the conditions passed for one command. Before 2.31, it can't.
 */
export async function uncoveredRepositories(
  repositories: readonly ScannedRepository[],
  { conditions, name, email }: PlannedIdentity,
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
      const isCovered = has(isRead) && !parseScopes(text, path).some(isOther({ name, email }))
      return isCovered || !has(isAsked) ? [] : [repository]
    })
    return (await Promise.all(uncovered)).flat()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isAsked = 'latchkey.asked'
const isRead = 'latchkey.covered'

/** Whether a repository's own setting has another name or email. */
const isOther =
  (planned: Pick<IdentityFields, 'name' | 'email'>) =>
  ({ name, value, scope }: RepositorySetting): boolean => {
    const [, part] = /^(?:author|committer|user)\.(name|email)$/.exec(name) ?? []
    const isOwn = scope === 'local' || scope === 'worktree'
    return isOwn && part !== undefined && value !== planned[part as 'name' | 'email']
  }

/** Passes settings to git, whose names can contain any character (git-config(1), `GIT_CONFIG_COUNT`). */
function settingVariables(
  settings: readonly (readonly [name: string, value: string])[],
): NodeJS.ProcessEnv {
  const variables = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) }
}
