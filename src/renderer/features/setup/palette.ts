import { FolderGit2 } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { PaletteEntries, ReadThings } from '../../components/palette/commands.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'

/** The repositories on this computer. */
function useThings({ id: account }: Account): ReadThings {
  const router = useRouter()
  return async (read) => {
    const paths = await read(account).repositories.paths({})
    return paths.map((path) => ({
      id: `repository-${path}`,
      label: escapeBidi(path.split(/[\\/]/).at(-1)!),
      icon: FolderGit2,
      detail: escapeBidi(path),
      group: 'app.repositoriesScreen',
      keywords: path,
      run: () => router.push({ name: 'repositories', params: { account }, query: { show: path } }),
    }))
  }
}

export const setupPalette: PaletteEntries = { useThings }
