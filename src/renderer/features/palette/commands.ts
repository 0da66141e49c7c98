import { type Router, useRouter } from 'vue-router'
import type { Account } from '../../../shared/app/accounts.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { Command } from '../../data/commands.ts'
import { useQuickStatus } from '../../data/status/use-quick-status.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useLockStore } from '../../data/stores/lock.ts'
import { useRequestsStore } from '../../data/stores/requests.ts'
import { useSettingsStore } from '../../data/stores/settings.ts'
import type { Theme } from '../../data/stores/settings.ts'
import { t } from '../../ui/messages.ts'
import { screenCommands } from './screen-commands.ts'
import { useAccountCommands } from './verbs/switch-account.ts'
import { useOfflineReason } from './verbs/use-offline-reason.ts'

/** All commands without an argument. */
export function useCommands(account: Account | undefined): () => Command[] {
  const accounts = useAccountsStore()
  const router = useRouter()
  const accountCommands = useAccountCommands()
  const ownActions = useOwnActions(account)
  const appActions = useAppActions()

  return () => [
    ...screenCommands(router, account),
    ...ownActions(),
    ...accountCommands(),
    ...appActions(),
    ...settingCommands(
      router,
      accounts.accounts.some(({ isAdmin }) => isAdmin),
    ),
  ]
}

/** The actions on the account itself. */
function useOwnActions(account: Account | undefined): () => Command[] {
  const router = useRouter()
  const { clearAny } = useQuickStatus(account?.id ?? '')
  const offline = useOfflineReason(account?.id ?? '')
  const requests = useRequestsStore()

  return () => {
    if (!account || account.canWrite === false) return []
    return [
      {
        id: 'clear-status',
        label: t('app.clearStatus'),
        unavailable: offline(),
        group: 'app.groupActions',
        keywords: t('app.clearStatusKeywords'),
        run: clearAny,
      },
      {
        id: 'import-keys',
        label: t('palette.importKeys'),
        group: 'app.groupActions',
        keywords: t('palette.importKeysKeywords'),
        run: () => {
          requests.put(account.id, 'import-keys')
          return router.push({ name: 'keys', params: { account: account.id } })
        },
      },
    ]
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
