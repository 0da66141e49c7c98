import { dirname, resolve } from 'node:path'
import { includedFileLimit } from '../changes/git-config.ts'
import type { GitFacts } from '../computer-facts.ts'
import { expandHome } from '../home-paths.ts'
import type { Git } from './git.ts'

/** Settings that git reads only in some repositories because of `includeIf`. */
export interface FolderIdentity {
  /** Such as `gitdir:~/work/`. */
  condition: string
  /** The file with the settings. */
  path: string
  name?: string | undefined
  email?: string | undefined
}

/** Conditional includes that set a name or email, in the order git reads them. */
export async function readFolderIdentities(
  { settings }: Git,
  { home, configWithIncludes }: Pick<GitFacts, 'home' | 'configWithIncludes'>,
): Promise<FolderIdentity[]> {
  const includes = settings.flatMap(({ name, value, file }) => {
    const condition = /^includeif\.(.+)\.path$/s.exec(name)?.[1]
    if (condition === undefined) return []
    return [{ condition, path: resolve(dirname(file ?? home), expandHome(value, home)) }]
  })
  // guard: folder-includes
  const read = includes.slice(0, includedFileLimit)
  const identities = await Promise.all(
    read.map(async (include): Promise<FolderIdentity> => {
      const includedSettings = new Map(await configWithIncludes(include.path))
      const get = (setting: string) =>
        includedSettings.get(`author.${setting}`) ?? includedSettings.get(`user.${setting}`)
      return { ...include, name: get('name'), email: get('email') }
    }),
  )
  return identities.filter(({ name, email }) => name !== undefined || email !== undefined)
}
