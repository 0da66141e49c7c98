import { UsersRound } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Command, PaletteEntries } from '../../components/palette/commands.ts'
import { formatListQuery } from '../../components/directory/list-query.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { everyone } from '../../stores/directory.ts'
import { t, textOf } from '../../ui/messages.ts'
import { builtInViews } from '../../components/directory/built-in-views.ts'

/** Commands that open a view in the directory. */
function useCommands(account: Account | undefined): () => Command[] {
  const router = useRouter()
  return () => {
    if (!account?.isAdmin) return []
    const today = new Date(currentTime()).toISOString().slice(0, 10)
    return builtInViews(today).flatMap(({ name, label, filter }): Command[] => {
      if (name === 'everyone') return []
      return [
        {
          id: `users-${name}`,
          label: t('palette.usersView', { view: textOf(label) }),
          icon: UsersRound,
          group: 'app.directoryScreen',
          keywords: searchWords(`directory.viewWords_${name}`),
          run: () =>
            router.push({
              name: 'directory',
              params: { account: account.id },
              query: formatListQuery({ ...everyone, filter }),
            }),
        },
      ]
    })
  }
}

export const directoryPalette: PaletteEntries = { useCommands }
