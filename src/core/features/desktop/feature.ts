import type { QueueSummary } from '../../../shared/app/queue.ts'
import { jsonFile } from '../../infra/files/json-file.ts'
import type { AccountContext, Feature } from '../feature.ts'
import { DesktopFile } from './desktop-file.ts'
import { Desktop, type DesktopPorts } from './desktop.ts'

interface Needs extends Pick<DesktopPorts, 'look' | 'readStatus' | 'recent'> {
  summary(account: string): QueueSummary | undefined
}

export interface DesktopFeature extends Feature<'desktop'> {
  desktop: Desktop
  /** Forgets what was told before. */
  clear(): void
}

/** What stands around the page: tray, menus, links, notifications. */
export function desktopFeature(context: AccountContext, needs: Needs): DesktopFeature {
  const { accounts, clock, events, hooks, inFolder, log, settings } = context
  // What was told is written in passing; that it may be told again is not worth a word.
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
  hooks.statusRead.subscribe((account, status, from) =>
    desktop.statusSeen({ account, status }, from),
  )
  return {
    desktop,
    clear: () => file.remove(),
    handlers: {
      desktop: {
        takeVisit: () => ({ visit: desktop.visits.take() }),
        noticesPermitted({ permitted }) {
          // Whoever asks is a page in a browser, which is open on somebody's machine.
          if (permitted) desktop.notifications.start({ isSomebodyThere: () => true })
          else desktop.notifications.stop()
          return {}
        },
        actionsSeen(_, me) {
          desktop.actionsSeen(me.account)
          return {}
        },
      },
    },
    forgetAccount: (id) => desktop.forget(id),
    close: () => desktop.close(),
  }
}
