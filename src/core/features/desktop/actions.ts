import type { Visit } from '../../../shared/operations/desktop.ts'
import type { EditOutcome } from '../../../shared/operations/edit-outcome.ts'
import type { QueuedStatus } from '../../../shared/operations/own-status.ts'
import { type Message, type MessageId, message } from '../../../shared/messages/message.ts'
import type { Envelope } from '../../../shared/rules/failure.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import { statusFieldMessages } from '../../../shared/rules/status-durations.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import { t, textOf } from '../../platform/messages.ts'
import { type LaunchRequests, readKeyFiles } from './launch-requests.ts'
import { parseDeepLink } from './deep-link.ts'
import type { Desktop } from './desktop.ts'
import type { DesktopAction } from './menu-entry.ts'
import { toDraft, formatStatusLabel } from './status-label.ts'

/** The window, as menus and links use it. */
export interface WindowPort {
  /** Whether there is a page, visible or not. */
  isOpen(): boolean
  /** Opens the window if necessary and brings it to the front. */
  show(): void
  zoom(to: 'in' | 'out' | 'reset'): void
  back(): void
  forward(): void
  quit(): void
}

interface ActionOptions {
  invoke(name: string, input: unknown, account?: string): Promise<Envelope>
  desktop: Desktop
}

/** Runs a menu entry's action. Never throws: failures are shown in a notification. */
export async function runAction(
  { invoke, desktop }: ActionOptions,
  window: WindowPort,
  action: DesktopAction,
): Promise<void> {
  switch (action.do) {
    case 'set-status': {
      const { account, status, base } = action
      const answer = await invoke('ownStatus.set', { ...status, base }, account)
      notifyOutcome(desktop, account, 'desktop.statusNotSet', answer)
      return
    }
    case 'clear-status': {
      const { account, base } = action
      const answer = await invoke('ownStatus.clear', { base }, account)
      notifyOutcome(desktop, account, 'desktop.statusNotCleared', answer)
      return
    }
    case 'switch':
      // The page switches accounts by itself, unless it has unsaved changes.
      if (window.isOpen()) desktop.pendingVisit.request({ account: action.account })
      else await invoke('settings.set', { lastAccount: action.account })
      return
    case 'lock':
      await invoke('lock.lock', {})
      return
    case 'visit':
      return showVisit(desktop, window, action.visit)
    case 'zoom':
      return window.zoom(action.to)
    default:
      return window[action.do]()
  }
}

/** Opens the link or files with which Latchkey was launched. Ignores malformed links. */
export async function openLaunchRequest(
  { desktop }: Pick<ActionOptions, 'desktop'>,
  window: WindowPort,
  { link, files }: LaunchRequests,
  log: LogFunction,
): Promise<void> {
  if (link !== undefined) {
    const target = parseDeepLink(link, desktop.state().accounts)
    if (target) showVisit(desktop, window, target)
    else log('Ignored an unknown link.')
    return
  }
  const read = await readKeyFiles(files, log)
  const [first] = read
  showVisit(desktop, window, first ? { screen: 'keys', kind: first.kind, files: read } : {})
}

function showVisit({ pendingVisit }: Desktop, window: WindowPort, target: Visit): void {
  if (Object.keys(target).length > 0) pendingVisit.request(target)
  window.show()
}

/** If the status isn't the one that was selected, shows a notification with the reason. */
function notifyOutcome(
  desktop: Desktop,
  account: string,
  title: MessageId,
  answer: Envelope,
): void {
  if (!answer.ok) {
    const { message: text, hint } = answer.failure
    return notifyFailure(desktop, account, title, [text, hint].filter(Boolean).join(' '))
  }
  const edit = answer.value as EditOutcome<UserStatus> | QueuedStatus
  if (edit.outcome === 'queued') {
    notifyFailure(desktop, account, title, message('status.willBeSet'))
  } else if (edit.outcome === 'conflict') {
    const current = toDraft(edit.now)
    // The menu now shows the other status, so selecting this one again replaces it.
    const text = current
      ? message('desktop.statusChanged', { status: formatStatusLabel(current) })
      : message('desktop.statusCleared')
    notifyFailure(desktop, account, title, text)
  } else if (edit.ignored.length > 0) {
    const fields = edit.ignored.map((name) =>
      message(statusFieldMessages[name as keyof typeof statusFieldMessages]),
    )
    const text = message('desktop.statusFieldsIgnored', { fields })
    notifyFailure(desktop, account, 'desktop.statusPartlySet', text)
  }
}

function notifyFailure(
  desktop: Desktop,
  account: string,
  title: MessageId,
  text: Message | string,
): void {
  desktop.notify({
    key: `failure ${title}`,
    title: t(title),
    text: textOf(text),
    visit: { screen: 'status', account },
    onScreen: false,
  })
}
