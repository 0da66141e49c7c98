import type { StatusDraft, TimedStatus } from '../../../shared/app/own-status.ts'
import { countWords } from './badge.ts'
import type { DesktopState } from './desktop-state.ts'
import { type MenuEntry, grouped } from './menu-entry.ts'
import { plainLabel } from './plain-label.ts'
import { draftOf, statusLine, statusPresets, timedStatusLine } from './status-presets.ts'

/** Recents that stand in the tray, at most. */
const mostRecents = 5

/** The menu of the icon in the tray. */
export function trayMenu(state: DesktopState): MenuEntry[] {
  return grouped(statusPart(state), accountPart(state), queuePart(state), [
    item('Open Latchkey', { do: 'visit', visit: {} }),
    ...(state.active === undefined ? [] : [item('Lock Latchkey', { do: 'lock' })]),
    item('Quit Latchkey', { do: 'quit' }),
  ])
}

/** What the icon says when the pointer rests on it. */
export function trayTip(state: DesktopState): string {
  const { active, accounts, status, queued, failed } = state
  const account = accounts.find(({ id }) => id === active)
  const parts = [
    account ? account.label : nobody(state),
    ...(status && draftOf(status) ? [statusLine(draftOf(status)!)] : []),
    ...countWords({ queued, failed }),
  ]
  // Windows shows no more than 127 characters.
  return ['Latchkey', ...parts].join(' – ').slice(0, 127)
}

const nobody = ({ locked }: DesktopState) => (locked ? 'Latchkey is locked' : 'Nobody is signed in')

function statusPart(state: DesktopState): MenuEntry[] {
  const { active, status, recents } = state
  if (active === undefined) return [{ kind: 'text', label: nobody(state) }]
  const account = active
  const now = status && draftOf(status)
  const said = recents.filter((draft) => !now || !same(draft, now)).slice(0, mostRecents)
  const set = (timed: TimedStatus) =>
    item(plainLabel(timedStatusLine(timed)), {
      do: 'set-status',
      account,
      status: timed,
      base: status,
    })
  return [
    {
      kind: 'text',
      label: status ? (now ? label(now) : 'No status is set') : 'Status not known yet',
    },
    {
      kind: 'menu',
      label: 'Set status',
      entries: grouped(said.map(set), statusPresets.map(set), [
        item('Something else…', { do: 'visit', visit: { screen: 'status', account } }),
      ]),
    },
    ...(status && now
      ? [item('Clear status now', { do: 'clear-status', account, base: status })]
      : []),
  ]
}

function accountPart({ accounts, active }: DesktopState): MenuEntry[] {
  if (accounts.length < 2) return []
  return [
    {
      kind: 'menu',
      label: 'Account',
      entries: accounts.map(({ id, label: name, user, baseUrl }) => ({
        kind: 'item',
        label: plainLabel(`${name} (${user.username} at ${new URL(baseUrl).host})`),
        action: { do: 'switch', account: id },
        chosen: id === active,
      })),
    },
  ]
}

function queuePart({ queued, failed }: DesktopState): MenuEntry[] {
  const words = countWords({ queued, failed })
  if (words.length === 0) return []
  return [item(words.join(', '), { do: 'visit', visit: { screen: 'actions' } })]
}

function item(text: string, action: Extract<MenuEntry, { kind: 'item' }>['action']): MenuEntry {
  return { kind: 'item', label: text, action }
}

const label = (draft: StatusDraft) => plainLabel(statusLine(draft))

function same(a: StatusDraft, b: StatusDraft): boolean {
  return a.emoji === b.emoji && a.message === b.message && a.busy === b.busy
}
