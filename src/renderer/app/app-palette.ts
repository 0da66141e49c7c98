import { Keyboard } from '@lucide/vue'
import type { PaletteEntries } from '../components/palette/commands.ts'
import { searchWords } from '../components/palette/search-words.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useHostFactsStore } from '../stores/host-facts.ts'
import { t } from '../ui/messages.ts'
import { formatKey, shortcuts } from './shortcuts.ts'

/** Palette commands that belong to the app rather than a feature. */
export function appPalette(showShortcuts: () => void): PaletteEntries {
  return {
    useCommands: () => () => [
      {
        id: 'shortcuts',
        label: t('app.shortcuts'),
        icon: Keyboard,
        group: 'app.groupActions',
        keywords: searchWords('app.shortcuts', 'app.shortcutsKeywords'),
        run: showShortcuts,
      },
    ],
  }
}

/** Returns a function that looks up a palette command’s shortcut. */
export function usePaletteShortcuts(): (command: string) => string | undefined {
  const accounts = useAccountsStore()
  const host = useHostFactsStore()
  return (command) => {
    const account = accounts.accounts.findIndex(({ id }) => command === `account-${id}`)
    if (account >= 0) return account < 9 ? formatKey(`Mod+${account + 1}`) : undefined
    const shortcut = shortcuts.find(({ id }) => id === command || `go-${id}` === command)
    if (!shortcut || (shortcut.host && shortcut.host !== host.facts.host)) return undefined
    return shortcut.keys.map((key) => formatKey(key!)).join(' ')
  }
}
