import { type Router, useRouter } from 'vue-router'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { Command, PaletteEntries } from '../../components/palette/commands.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useLockStore } from '../../stores/lock.ts'
import { type Theme, useSettingsStore } from '../../stores/settings.ts'
import { t } from '../../ui/messages.ts'

function useCommands(): () => Command[] {
  const accounts = useAccountsStore()
  const router = useRouter()
  const appActions = useAppActions()
  return () => {
    const isAdmin = accounts.accounts.some((account) => account.isAdmin)
    return [...appActions(), ...settingCommands(router, isAdmin)]
  }
}

/** The actions on Latchkey. */
function useAppActions(): () => Command[] {
  const settings = useSettingsStore()
  const lock = useLockStore()

  const setTheme = (theme: Theme, label: MessageId, keywords: MessageId): Command => ({
    id: `theme-${theme}`,
    label: t(label),
    group: 'app.groupActions',
    keywords: t(keywords),
    run: () => settings.set({ theme }),
  })
  return () => [
    {
      id: 'lock',
      label: t('app.lock'),
      group: 'app.groupActions',
      keywords: t('app.lockKeywords'),
      run: () => lock.lock(),
    },
    setTheme('light', 'app.themeLight', 'app.themeLightKeywords'),
    setTheme('dark', 'app.themeDark', 'app.themeDarkKeywords'),
    setTheme('system', 'app.themeSystem', 'app.themeSystemKeywords'),
  ]
}

/** The settings by the `data-item` of their row. */
const settings: readonly (readonly [item: string, label: MessageId])[] = [
  ['theme', 'settings.theme'],
  ['density', 'settings.density'],
  ['language', 'settings.language'],
  ['startScreen', 'settings.startScreen'],
  ['notices', 'settings.showNotifications'],
  ['clipboardSeconds', 'settings.clipboardSeconds'],
  ['lockMinutes', 'settings.lockAfter'],
  ['pauseQueueWhileLocked', 'settings.pauseQueue'],
]

/** The settings of what administrators do. */
const adminSettings: typeof settings = [
  ['undoSeconds', 'settings.undoSeconds'],
  ['requestsAtOnce', 'settings.parallelRequests'],
]

/** The commands that open Settings at one of them. */
function settingCommands(router: Router, isAdmin: boolean): Command[] {
  return [...settings, ...(isAdmin ? adminSettings : [])].map(([item, label]) => ({
    id: `setting-${item}`,
    label: t(label),
    group: 'app.settingsScreen',
    run: () => router.push({ name: 'settings', query: { show: item } }),
  }))
}

export const settingsPalette: PaletteEntries = { useCommands }
