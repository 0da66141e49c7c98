import type { QueueSummary } from '../../../shared/operations/queue.ts'
import { jsonFile } from '../../platform/files/json-file.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { DesktopFile } from './desktop-file.ts'
import { Desktop, type DesktopOptions } from './desktop.ts'

interface Dependencies extends Pick<
  DesktopOptions,
  'isQuiet' | 'readAttention' | 'readStatus' | 'statusEndOf' | 'recent' | 'presets' | 'dueReviews'
> {
  summary(account: string): QueueSummary | undefined
}

export interface DesktopFeature extends Feature<'desktop'> {
  desktop: Desktop
  /** Deletes the records of which notifications were shown. */
  clear(): void
}

/** Everything outside the page: tray, menus, links and notifications. */
export function desktopFeature(context: AccountContext, needs: Dependencies): DesktopFeature {
  const { accounts, clock, events, hooks, inFolder, log, ports, settings } = context
  // If this file can't be written, a notification may appear twice, which isn't worth reporting.
  const file = jsonFile(inFolder('desktop.json'), DesktopFile, log)
  const desktop = new Desktop({
    ...needs,
    accounts,
    file,
    settings: () => settings.read(),
    events,
    log,
    clock,
  })
  hooks.statusRead.subscribe((account, status, from) => desktop.onStatus({ account, status }, from))
  return {
    desktop,
    clear: () => file.remove(),
    handlers: {
      desktop: {
        takeVisit: () => ({ visit: desktop.pendingVisit.consume() }),
        noticesPermitted({ permitted }) {
          // Only a page in a browser calls this.
          if (permitted) desktop.notifications.start({ isUserPresent: () => true })
          else desktop.notifications.stop()
          return {}
        },
        chooseFolders: async () => ({ folders: (await ports.chooseFolders?.()) ?? [] }),
        actionsSeen(_, gitlab) {
          desktop.markActionsSeen(gitlab.account)
          return {}
        },
      },
    },
    forgetAccount: (id) => desktop.forget(id),
    close: () => desktop.close(),
  }
}
