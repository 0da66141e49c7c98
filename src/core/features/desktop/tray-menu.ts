import { distinctLabel } from '../../../shared/rules/account-label.ts'
import { isCoveredBy } from '../../../shared/rules/status-durations.ts'
import type { StatusDraft, TimedStatus } from '../../../shared/operations/own-status.ts'
import { toPlainLine } from '../../../shared/rules/hidden-characters.ts'
import { t } from '../../platform/messages.ts'
import { formatCounts } from './badge.ts'
import type { DesktopState } from './desktop-state.ts'
import { type MenuEntry, joinGroups } from './menu-entry.ts'
import { plainLabel } from './plain-label.ts'
import { toDraft, formatStatusLabel, formatTimedStatusLabel } from './status-label.ts'
import { truncate } from '../../../shared/rules/text-length.ts'

/** How many recent statuses the tray shows. */
const maxRecents = 5

/** The tray icon's menu. */
export function trayMenu(state: DesktopState): MenuEntry[] {
  return joinGroups(statusEntries(state), accountEntries(state), workEntries(state), [
    item(t('desktop.open'), { do: 'visit', visit: {} }),
    ...(state.active === undefined ? [] : [item(t('app.lock'), { do: 'lock' })]),
    item(t('desktop.quit'), { do: 'quit' }),
  ])
}

/** The tray icon's tooltip. */
export function trayTooltip(state: DesktopState): string {
  const { active, accounts, status, queued, failed } = state
  const account = accounts.find(({ id }) => id === active)
  const parts = [
    account ? distinctLabel(account, accounts) : noAccountLabel(state),
    ...(status && toDraft(status) ? [formatStatusLabel(toDraft(status)!)] : []),
    formatCounts({ queued, failed }),
  ]
  // Windows truncates the tooltip to 127 UTF-16 units.
  const line = toPlainLine([t('app.name'), ...parts].filter(Boolean).join(' – '))
  return truncate(line, 127, ({ length }) => length)
}

const noAccountLabel = ({ locked }: DesktopState) =>
  locked ? t('desktop.locked') : t('desktop.notSignedIn')

function statusEntries(state: DesktopState): MenuEntry[] {
  const { active, status, presets, recents } = state
  if (active === undefined) return [{ kind: 'text', label: noAccountLabel(state) }]
  const account = active
  const now = status && toDraft(status)
  const recentStatuses = recents
    .filter((draft) => !now || !isSameStatus(draft, now))
    .filter((recent) => !presets.some((preset) => isCoveredBy(recent, preset)))
    .slice(0, maxRecents)
  const set = (timed: TimedStatus) =>
    item(plainLabel(formatTimedStatusLabel(timed)), {
      do: 'set-status',
      account,
      status: timed,
      base: status,
    })
  return [
    {
      kind: 'text',
      label: now ? formatLabel(now) : status ? t('desktop.noStatus') : t('desktop.statusUnknown'),
    },
    {
      kind: 'menu',
      label: t('desktop.setStatus'),
      entries: joinGroups(presets.map(set), recentStatuses.map(set), [
        item(t('desktop.editStatus'), { do: 'visit', visit: { screen: 'status', account } }),
      ]),
    },
    ...(status && now
      ? [item(t('app.clearStatus'), { do: 'clear-status', account, base: status })]
      : []),
  ]
}

function accountEntries({ accounts, active }: DesktopState): MenuEntry[] {
  if (accounts.length < 2) return []
  return [
    {
      kind: 'menu',
      label: t('app.shortcutAccount'),
      entries: accounts.map(({ id, label: name, user, baseUrl }) => ({
        kind: 'item',
        label: plainLabel(
          t('desktop.account', {
            label: name,
            username: user.username,
            host: new URL(baseUrl).host,
          }),
        ),
        action: { do: 'switch', account: id },
        isChecked: id === active,
      })),
    },
  ]
}

function workEntries({ queued, failed, dueReviews }: DesktopState): MenuEntry[] {
  const counts = formatCounts({ queued, failed })
  return [
    ...(counts === '' ? [] : [item(counts, { do: 'visit', visit: { screen: 'queue' } })]),
    ...(dueReviews === 0
      ? []
      : [
          item(t('desktop.dueReviews', { count: dueReviews }), {
            do: 'visit',
            visit: { screen: 'review' },
          }),
        ]),
  ]
}

function item(text: string, action: Extract<MenuEntry, { kind: 'item' }>['action']): MenuEntry {
  return { kind: 'item', label: text, action }
}

const formatLabel = (draft: StatusDraft) => plainLabel(formatStatusLabel(draft))

function isSameStatus(a: StatusDraft, b: StatusDraft): boolean {
  return a.emoji === b.emoji && a.message === b.message && a.busy === b.busy
}
