import type { Visit } from '../../../shared/app/desktop.ts'
import type { EditOutcome } from '../../../shared/app/edit-outcome.ts'
import type { Envelope } from '../../../shared/failure.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { statusFieldLabels } from '../../../shared/service/status-limits.ts'
import type { Say } from '../../infra/log/log.ts'
import { t } from '../../infra/messages.ts'
import { type LaunchRequests, readKeyFiles } from './launch-requests.ts'
import { targetOfLink } from './deep-link.ts'
import type { Desktop } from './desktop.ts'
import type { DesktopAction } from './menu-entry.ts'
import { draftOf, statusLine } from './status-presets.ts'

/** The window, as far as menus and links move it. */
export interface WindowPort {
  /** Whether there is a page, seen or not. */
  isOpen(): boolean
  /** Opens the window where there is none, and brings it to the front. */
  show(): void
  zoom(to: 'in' | 'out' | 'reset'): void
  back(): void
  forward(): void
  quit(): void
}

interface Parts {
  invoke(name: string, input: unknown, account?: string): Promise<Envelope>
  desktop: Desktop
}

/** Does what was chosen in a menu. It never fails: what went wrong is told as a notice. */
export async function act(
  { invoke, desktop }: Parts,
  window: WindowPort,
  action: DesktopAction,
): Promise<void> {
  switch (action.do) {
    case 'set-status': {
      const { account, status, base } = action
      const answer = await invoke('ownStatus.set', { ...status, base }, account)
      notifyOutcome(desktop, account, 'The status was not set', answer)
      return
    }
    case 'clear-status': {
      const { account, base } = action
      const answer = await invoke('ownStatus.clear', { base }, account)
      notifyOutcome(desktop, account, 'The status was not cleared', answer)
      return
    }
    case 'switch':
      // A page goes there by itself, unless something unsaved holds it.
      if (window.isOpen()) desktop.visits.ask({ account: action.account })
      else await invoke('settings.set', { lastAccount: action.account })
      return
    case 'lock':
      await invoke('lock.lock', {})
      return
    case 'visit':
      return visit(desktop, window, action.visit)
    case 'zoom':
      return window.zoom(action.to)
    default:
      return window[action.do]()
  }
}

/** Shows what Latchkey was started with, or handed while it ran. A link that leads nowhere does nothing at all. */
export async function arrive(
  { desktop }: Pick<Parts, 'desktop'>,
  window: WindowPort,
  { link, files }: LaunchRequests,
  log: Say,
): Promise<void> {
  if (link !== undefined) {
    const target = targetOfLink(link, desktop.state().accounts)
    if (target) visit(desktop, window, target)
    else log('A link that leads nowhere was opened.')
    return
  }
  const read = await readKeyFiles(files, log)
  const [first] = read
  const screen = first?.kind === 'ssh' ? 'ssh-keys' : 'gpg-keys'
  visit(desktop, window, first ? { screen, files: read } : {})
}

function visit({ visits }: Desktop, window: WindowPort, target: Visit): void {
  if (Object.keys(target).length > 0) visits.ask(target)
  window.show()
}

/** Says why a status is not the one that was chosen; nothing where it is. */
function notifyOutcome(desktop: Desktop, account: string, title: string, answer: Envelope): void {
  if (!answer.ok) return tellFailure(desktop, account, title, answer.failure)
  const told = answer.value as EditOutcome<UserStatus>
  if (told.outcome === 'conflict') {
    const there = draftOf(told.now)
    // The menu shows the other status from now on, so choosing again means to replace it.
    tellFailure(desktop, account, title, {
      message: there
        ? `It was changed elsewhere to “${statusLine(there)}”.`
        : 'It was cleared elsewhere.',
      hint: 'Choose again if you still want to.',
    })
  } else if (told.ignored.length > 0) {
    const labels = told.ignored.map((name) =>
      t(statusFieldLabels[name as keyof typeof statusFieldLabels]),
    )
    tellFailure(desktop, account, 'Not all of the status was set', {
      message: `This GitLab ignored: ${labels.join(', ')}.`,
    })
  }
}

function tellFailure(
  desktop: Desktop,
  account: string,
  title: string,
  { message, hint }: { message: string; hint?: string },
): void {
  desktop.tell({
    key: `failure ${title}`,
    title,
    text: [message, hint].filter(Boolean).join(' '),
    visit: { screen: 'status', account },
    onScreen: false,
  })
}
