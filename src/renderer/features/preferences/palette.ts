import { SlidersHorizontal } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Command, PaletteEntries } from '../../components/palette/commands.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { t } from '../../ui/messages.ts'
import { preferenceNames, preferenceTexts } from './preferences.ts'

/** Commands that open a specific preference. */
function useCommands(account: Account | undefined): () => Command[] {
  const router = useRouter()
  return () => {
    if (!account) return []
    return preferenceNames.map((name) => {
      const { label, keywords } = preferenceTexts[name]
      return {
        id: `show-${name}`,
        label: t(label),
        icon: SlidersHorizontal,
        group: 'app.preferencesScreen',
        keywords: searchWords(label, keywords),
        run: () =>
          router.push({
            name: 'preferences',
            params: { account: account.id },
            query: { show: name },
          }),
      }
    })
  }
}

export const preferencesPalette: PaletteEntries = { useCommands }
