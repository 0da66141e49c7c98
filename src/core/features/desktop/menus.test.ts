import { describe, expect, it } from 'vitest'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import { appMenu } from './app-menu.ts'
import { createBadge, dotPixels, dotSize } from './badge.ts'
import { type DesktopState, lockedState } from './desktop-state.ts'
import type { MenuEntry } from './menu-entry.ts'
import { plainLabel } from './plain-label.ts'
import { trayMenu, trayTooltip } from './tray-menu.ts'

const signedOut: DesktopState = {
  ...{ accounts: [], recents: [], presets: [] },
  ...{ queued: 0, failed: 0, dueReviews: 0 },
}
const account = (id: string) => ({
  id,
  label: `Account ${id}`,
  baseUrl: 'https://git.example.org',
  user: { id: 1, username: id, name: id },
})
const status: UserStatus = {
  emoji: 'palm_tree',
  message: 'Away & busy',
  availability: 'busy',
  message_html: null,
  clear_status_at: null,
}
const signedIn: DesktopState = {
  ...signedOut,
  accounts: [account('ada'), account('bob')],
  active: 'ada',
}

/** The labels. A submenu's labels follow its own. */
const labels = (entries: MenuEntry[]): string[] =>
  entries.flatMap((entry) => {
    if (entry.kind === 'separator') return ['—']
    if (entry.kind === 'role') return [`(${entry.role})`]
    return entry.kind === 'menu'
      ? [entry.label, ...labels(entry.entries).map((label) => `  ${label}`)]
      : [entry.label]
  })
const find = (entries: MenuEntry[], label: string): MenuEntry | undefined =>
  entries
    .flatMap((entry) => (entry.kind === 'menu' ? [entry, ...entry.entries] : [entry]))
    .find((entry) => 'label' in entry && entry.label === label)

it('names the instance of an account if another one has the same label', () => {
  const ada = { ...account('ada'), label: 'Ada' }
  const accounts = [ada, { ...ada, id: 'bob', baseUrl: 'http://127.0.0.1:8080' }]
  const state = { ...signedIn, accounts }
  const shown = labels(appMenu('linux', state))
  expect(shown.filter((label) => label.includes('Ada ('))).toEqual([
    '  Ada (git.example.org)',
    '  Ada (127.0.0.1:8080)',
  ])
  expect(trayTooltip(state)).toContain('Ada (git.example.org)')
})

describe('tray menu', () => {
  it('has only Open and Quit items without an account', () => {
    expect(labels(trayMenu(signedOut))).toEqual([
      'Not signed in',
      '—',
      'Open Latchkey',
      'Quit Latchkey',
    ])
    expect(trayTooltip(signedOut)).toBe('Latchkey – Not signed in')
  })

  it('shows the status, and has one-click presets and recent statuses', () => {
    const recents = [
      { emoji: 'palm_tree', message: 'Away & busy', busy: true, clear: 'never' },
      { emoji: '', message: 'Reading', busy: false, clear: 'never' },
      { emoji: '', message: 'Lunch', busy: false, clear: '30_minutes' },
    ] as const satisfies DesktopState['recents']
    const presets = [
      { emoji: 'calendar', message: 'In a meeting', busy: true, clear: '30_minutes' },
      recents[1],
    ] as const satisfies DesktopState['presets']
    const menu = trayMenu({ ...signedIn, status, recents: [...recents], presets: [...presets] })
    expect(labels(menu)[0]).toBe('🌴 Away && busy (busy)')
    // The current status isn't offered again.
    expect(labels(menu).filter((label) => label.includes('Away'))).toHaveLength(1)
    // A recent status that's also a preset is offered only once.
    expect(labels(menu).filter((label) => label.includes('Reading'))).toHaveLength(1)
    expect(find(menu, 'Reading')).toMatchObject({
      action: { do: 'set-status', account: 'ada', status: recents[1], base: status },
    })
    expect(find(menu, 'Lunch, for 30 minutes')).toMatchObject({ action: { status: recents[2] } })
    expect(find(menu, '📆 In a meeting (busy), for 30 minutes')).toMatchObject({
      action: { do: 'set-status', account: 'ada', status: { clear: '30_minutes' } },
    })
    expect(find(menu, 'Clear status')).toMatchObject({
      action: { do: 'clear-status', account: 'ada', base: status },
    })
  })

  it('hides account names while Latchkey is locked', () => {
    const locked = lockedState({ ...signedIn, status, queued: 2 })
    expect(labels(trayMenu(locked))).toEqual([
      'Locked',
      '—',
      '2 queued',
      '—',
      'Open Latchkey',
      'Quit Latchkey',
    ])
    expect(trayTooltip(locked)).toBe('Latchkey – Locked – 2 queued')
    expect(JSON.stringify(appMenu('linux', locked))).not.toMatch(/ada|bob|Lock Latchkey/)
    for (const menu of [trayMenu(signedIn), appMenu('darwin', signedIn)]) {
      expect(find(menu, 'Lock Latchkey')).toMatchObject({ action: { do: 'lock' } })
    }
  })

  it("distinguishes an unknown status from an empty one, and doesn't offer to clear either", () => {
    expect(labels(trayMenu(signedIn))).toContain('Status not loaded yet')
    const empty = { ...status, emoji: null, message: '', availability: 'not_set' as const }
    const menu = trayMenu({ ...signedIn, status: empty })
    expect(labels(menu)).toContain('No status')
    expect(find(menu, 'Clear status')).toBeUndefined()
  })

  it('switches accounts, and counts queued actions', () => {
    const menu = trayMenu({ ...signedIn, queued: 1200, failed: 3 })
    expect(find(menu, 'Account ada (ada at git.example.org)')).toMatchObject({ isChecked: true })
    expect(find(menu, 'Account bob (bob at git.example.org)')).toMatchObject({
      isChecked: false,
      action: { do: 'switch', account: 'bob' },
    })
    expect(find(menu, '1,200 queued and 3 need attention')).toMatchObject({
      action: { do: 'visit', visit: { screen: 'queue' } },
    })
    const reviews = find(
      trayMenu({ ...signedIn, dueReviews: 2 }),
      '2 access reviews due soon or overdue',
    )
    expect(reviews).toMatchObject({ action: { do: 'visit', visit: { screen: 'review' } } })
    expect(trayTooltip({ ...signedIn, status, queued: 2 })).toBe(
      'Latchkey – Account ada – 🌴 Away & busy (busy) – 2 queued',
    )
    expect(trayTooltip({ ...signedIn, status: { ...status, message: 'a\u061cway\nnow' } })).toBe(
      'Latchkey – Account ada – 🌴 a way now (busy)',
    )
    const long = { ...status, message: 'x'.repeat(200) }
    expect(trayTooltip({ ...signedIn, status: long }).length).toBeLessThanOrEqual(127)
  })
})

describe('menu bar', () => {
  const accelerators = (entries: MenuEntry[]) =>
    entries.flatMap((entry) =>
      entry.kind === 'menu'
        ? entry.entries.flatMap((inner) =>
            'accelerator' in inner ? (inner.accelerator ?? []) : [],
          )
        : [],
    )

  it('follows the conventions of each system', () => {
    const mac = appMenu('darwin', signedIn)
    expect(mac.map((entry) => 'label' in entry && entry.label)).toEqual([
      'Latchkey',
      'File',
      'Edit',
      'View',
      'Go',
      'Window',
      'Help',
    ])
    expect(find(mac, 'Quit Latchkey')).toMatchObject({ accelerator: 'Cmd+Q' })
    const linux = appMenu('linux', signedIn)
    expect(linux.map((entry) => 'label' in entry && entry.label)).toEqual([
      '&File',
      '&Edit',
      '&View',
      '&Go',
      '&Window',
      '&Help',
    ])
    expect(find(linux, 'Back')).toMatchObject({ accelerator: 'Alt+Left' })
  })

  it.each(['darwin', 'win32', 'linux'] as const)('has no duplicate shortcuts on %s', (system) => {
    const all = accelerators(appMenu(system, signedIn))
    expect(new Set(all).size).toBe(all.length)
    expect(all).toContain('CmdOrCtrl+,')
  })

  it('lists the keyboard shortcuts in the help menu', () => {
    expect(find(appMenu('linux', signedOut), 'Keyboard shortcuts')).toMatchObject({
      action: { do: 'visit', visit: { shortcuts: true } },
    })
  })

  it('leaves page shortcuts to the page', () => {
    const menu = appMenu('linux', signedIn)
    for (const label of ['Go anywhere…', 'Account ada', 'Account bob']) {
      expect(find(menu, label), label).toMatchObject({ isHandledByPage: true })
    }
    expect(find(appMenu('linux', signedOut), 'Home')).toBeUndefined()
  })
})

describe('badge', () => {
  it('counts queued and failed actions', () => {
    expect(createBadge({ queued: 0, failed: 0 })).toEqual({ count: 0, label: '', isAlarm: false })
    expect(createBadge({ queued: 2, failed: 1 })).toEqual({
      count: 3,
      label: '2 queued and 1 needs attention',
      isAlarm: true,
    })
  })

  it('is a round dot on taskbars that support only images', () => {
    const pixels = dotPixels({ isAlarm: true })
    const alphaAt = (x: number, y: number) => pixels[(y * dotSize + x) * 4 + 3]
    expect(pixels).toHaveLength(dotSize * dotSize * 4)
    expect([alphaAt(0, 0), alphaAt(8, 8), alphaAt(15, 15)]).toEqual([0, 255, 0])
    expect(pixels.equals(dotPixels({ isAlarm: false }))).toBe(false)
  })
})

it.each([
  ['Ada & Bob', 'Ada && Bob'],
  ['two\nlines\tand a tab', 'two lines and a tab'],
  ['\u202egnihtemos\u202c else', 'gnihtemos else'],
  ['ro\u200bot\u061c \u3164x', 'ro ot x'],
  ['x'.repeat(80), `${'x'.repeat(59)}…`],
  ['👩‍🚀'.repeat(3), '👩‍🚀'.repeat(3)],
])('plainLabel turns %j into %j', (text, label) => expect(plainLabel(text)).toBe(label))

it.each(['linux', 'win32', 'darwin'] as const)(
  'zooms in with plus and with its unshifted key on %s',
  (system) => {
    const state = { accounts: [], statuses: [], recent: [] } as never as DesktopState
    const all = (entries: readonly MenuEntry[]): MenuEntry[] =>
      entries.flatMap((entry) => (entry.kind === 'menu' ? all(entry.entries) : [entry]))
    const zoomsIn = all(appMenu(system, state)).filter(
      (entry) => entry.kind === 'item' && entry.action.do === 'zoom' && entry.action.to === 'in',
    )
    expect(zoomsIn).toMatchObject([
      { accelerator: 'CmdOrCtrl+Plus' },
      { accelerator: 'CmdOrCtrl+=', isHidden: true },
    ])
  },
)
