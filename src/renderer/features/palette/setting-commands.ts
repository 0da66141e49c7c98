import type { Router } from 'vue-router'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { Command } from '../../data/commands.ts'
import { t } from '../../ui/messages.ts'

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
export function settingCommands(router: Router, isAdmin: boolean): Command[] {
  return [...settings, ...(isAdmin ? adminSettings : [])].map(([item, label]) => ({
    id: `setting-${item}`,
    label: t(label),
    group: 'app.settingsScreen',
    run: () => router.push({ name: 'settings', query: { show: item } }),
  }))
}
