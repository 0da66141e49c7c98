import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../shared/operations/accounts.ts'
import type { TimedStatus } from '../../shared/operations/own-status.ts'
import { hostKey } from '../bridge/latchkey.ts'
import { queryClient } from '../bridge/query-client.ts'
import type { PaletteEntries } from '../components/palette/commands.ts'
import { confirmKey } from '../components/use-confirm.ts'
import { usePalette } from '../features/palette/use-palette.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { stubSessionStorage } from '../testing/session-storage.ts'
import { toastsKey } from '../ui/use-toast.ts'
import { appPalette, usePaletteShortcuts } from './app-palette.ts'
import { modules, screens } from './modules.ts'
import { routes } from './router.ts'

beforeAll(() => void stubSessionStorage())
afterEach(() => queryClient.clear())
afterAll(() => void vi.unstubAllGlobals())

const account = (id: string, isAdmin: boolean): Account => ({
  id,
  baseUrl: 'https://gitlab.example.com',
  label: id,
  colour: 'teal',
  user: { id: 9, username: id, name: id },
  isAdmin,
  demo: false,
  token: 'session',
})

const preset = (emoji: string, message: string): TimedStatus => ({
  emoji,
  message,
  busy: false,
  clear: '30_minutes',
})
const presets = [preset('fork_and_knife', 'At lunch'), preset('palm_tree', 'On leave')]
const recent = [preset('', 'Reviewing the release'), preset('palm_tree', 'On leave')]
const kofi = { id: 7, username: 'kofi.b', name: 'Kofi Boateng', state: 'active' }

const entries = (await Promise.all(modules.flatMap(({ palette }) => palette?.() ?? []))).concat(
  appPalette(() => undefined),
)

/** Opens an account’s palette with all commands, on an instance with a single user. */
function openPalette(active: Account, answers: Record<string, unknown> = {}) {
  const calls: string[] = []
  const values: Record<string, unknown> = {
    'ownStatus.presets': presets,
    'ownStatus.recent': recent,
    'directory.search': { items: [], total: 0, state: { asOf: 1 } },
    'following.list': { items: [] },
    'users.list': { items: [kofi] },
    ...answers,
  }
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async (name: string) => {
      calls.push(name)
      return { ok: true, value: values[name] }
    },
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  app.use(createPinia())
  const router = createRouter({ history: createMemoryHistory(), routes })
  app.use(router)
  const scope = effectScope()
  const palette = app.runWithContext(() =>
    scope.run(() => {
      useAccountsStore().take({
        accounts: [active, account('other', false)],
        keychain: { state: 'available', name: '', message: '' },
      })
      const all: readonly PaletteEntries[] = entries
      return usePalette({ screens, entries: all, shortcutOf: usePaletteShortcuts() }, '')
    }),
  )!
  const ids = () => palette.items.value.map(({ id }) => id)
  const search = async (query: string) => {
    palette.query.value = query
    await palette.waitForItems()
    return ids()
  }
  return { ...palette, ids, search, calls, router, close: () => scope.stop() }
}

const maya = account('maya', false)
const ines = account('ines', true)
const statusId = (status: TimedStatus) => `status ${JSON.stringify(status)}`

/** Phrases developers might type, with the command they mean. */
const developerPhrases: readonly (readonly [phrase: string, id: string])[] = [
  ['dark mode', 'theme-dark'],
  ['turn on dark mode', 'theme-dark'],
  ['night', 'theme-dark'],
  ['light mode', 'theme-light'],
  ['theme', 'setting-theme'],
  ['logout', 'sign-out-maya'],
  ['log out', 'sign-out-maya'],
  ['sign out', 'sign-out-maya'],
  ['2fa', 'go-profile'],
  ['two-factor', 'go-profile'],
  ['timezone', 'go-profile'],
  ['time zone', 'go-profile'],
  ['help', 'shortcuts'],
  ['shortcuts', 'shortcuts'],
  ['keyboard shortcuts', 'shortcuts'],
  ['hotkeys', 'shortcuts'],
  ['deutsch', 'language-de'],
  ['german', 'language-de'],
  ['日本語', 'language-ja'],
  ['japanese', 'language-ja'],
  ['french', 'language-fr'],
  ['francais', 'language-fr'],
  ['change language', 'setting-language'],
  ['generate ssh key', 'go-new-ssh-key'],
  ['create new ssh key', 'go-new-ssh-key'],
  ['sign my commits', 'go-computer'],
  ['ssh key', 'go-keys'],
  ['add a key', 'import-keys'],
  ['kyes', 'go-keys'],
  ['gpg', 'go-keys'],
  ['my keys', 'go-keys'],
  ['renew key', 'verb-renew'],
  ['prefrences', 'go-preferences'],
  ['settigns', 'go-settings'],
  ['stauts', 'go-status'],
  ['out of office', statusId(presets[1]!)],
  ['vacation', statusId(presets[1]!)],
  ['lunch', statusId(presets[0]!)],
  ['reviewing', statusId(recent[0]!)],
  ['do not disturb', 'verb-status'],
  ['clear my status', 'clear-status'],
  ['revoke token', 'verb-revoke-token'],
  ['revoke my api token', 'verb-revoke-token'],
  ['rotate token', 'verb-rotate-token'],
  ['my tokens', 'go-tokens'],
  ['personal access tokens', 'go-tokens'],
  ['kubernetes', 'verb-new-token'],
  ['repositories', 'go-repositories'],
  ['wrong email in commits', 'go-repositories'],
  ['clones', 'go-repositories'],
  ['change my profile picture', 'go-avatar'],
  ['add email', 'verb-add-email'],
  ['commit email', 'go-emails'],
  ['notifications', 'setting-notices'],
  ['clear cache', 'setting-data'],
  ['check for updates', 'setting-updates'],
  ['report a bug', 'setting-diagnostics'],
  ['self-signed certificate', 'setting-certificates'],
  ['idle timeout', 'setting-lockMinutes'],
  ['lock', 'lock'],
  ['whitespace', 'show-show_whitespace_in_diffs'],
  ['one file at a time', 'show-view_diffs_file_by_file'],
  ['find people', 'go-people'],
  ['switch account', 'verb-switch'],
  ['add another account', 'go-sign-in'],
  ['runner', 'go-new-runner'],
]

/** Phrases administrators might type, with the command they mean. */
const administratorPhrases: typeof developerPhrases = [
  ['users', 'go-directory'],
  ['2fa', 'users-noTwoFactor'],
  ['users without 2fa', 'users-noTwoFactor'],
  ['pending approvals', 'users-pending'],
  ['approve users', 'users-pending'],
  ['inactive users', 'users-inactive'],
  ['dormant', 'users-inactive'],
  ['blocked users', 'users-blocked'],
  ['admins', 'users-admins'],
  ['bots', 'users-bots'],
  ['suspend user', 'verb-block'],
  ['block user', 'verb-block'],
  ['offboard', 'verb-offboard'],
  ['someone leaving', 'verb-offboard'],
  ['keys and tokens', 'go-review-credentials'],
  ['expiring tokens', 'go-review-credentials'],
  ['queue', 'go-queue'],
  ['runs', 'go-queue'],
  ['bulk actions', 'go-queue'],
  ['evidence', 'go-queue'],
  ['who did what', 'go-audit-log'],
  ['audit trail', 'go-audit-log'],
  ['access review', 'go-review'],
  ['spam', 'go-spam-sweep'],
  ['what changed', 'go-user-changes'],
  ['create user', 'go-new-user'],
  ['import users from csv', 'go-onboarding'],
  ['last active', 'go-activities'],
  ['service accounts', 'go-service-accounts'],
  ['undo time', 'setting-undoSeconds'],
  ['my tokens', 'go-tokens'],
]

describe.each([
  ['a developer', maya, developerPhrases],
  ['an administrator', ines, administratorPhrases],
] as const)('palette of %s', (_, active, phrases) => {
  let palette: ReturnType<typeof openPalette>
  beforeAll(async () => {
    palette = openPalette(active)
    // Opening the palette loads the presets.
    const lunch = statusId(presets[0]!)
    await vi.waitUntil(async () => (await palette.search('lunch')).includes(lunch))
  })
  afterAll(() => palette.close())

  it.each(phrases)('matches “%s” to %s', async (phrase, id) => {
    expect((await palette.search(phrase)).slice(0, 3)).toContain(id)
  })
})

it.each([
  ['help', 'shortcuts'],
  ['out of office', statusId(presets[1]!)],
  ['logout', 'sign-out-maya'],
  ['dark mode', 'theme-dark'],
  ['generate ssh key', 'go-new-ssh-key'],
  ['kyes', 'go-keys'],
  ['prefrences', 'go-preferences'],
])('ranks first for “%s”: %s', async (phrase, id) => {
  const { search, close } = openPalette(maya)
  await vi.waitUntil(async () => (await search('lunch')).includes(statusId(presets[0]!)))
  expect((await search(phrase))[0]).toBe(id)
  close()
})

it('ranks each screen, setting and command in the top two for its name', async () => {
  const { ids, items, search, close } = openPalette(ines)
  expect(ids().length).toBeGreaterThan(60)
  const labels = items.value.map(({ id, label }) => [id, label] as const)
  for (const [id, label] of labels) expect((await search(label)).slice(0, 2), label).toContain(id)
  close()
})

it('shows an icon on each item, and its keyboard shortcut', () => {
  const { items, close } = openPalette(ines)
  const fixed = items.value.filter(({ id }) => !/^go-(accounts|sign-in)$/.test(id))
  expect(fixed.filter(({ icon }) => !icon).map(({ id }) => id)).toEqual([])
  const keysOf = (id: string) => items.value.find((item) => item.id === id)?.shortcut
  expect(keysOf('go-keys')).toBe('g k')
  expect(keysOf('go-settings')).toBe('Ctrl ,')
  expect(keysOf('account-other')).toBe('Ctrl 2')
  // This shortcut exists only in the desktop app.
  expect(keysOf('lock')).toBeUndefined()
  close()
})

describe.each([
  ['a developer', maya],
  ['an administrator', ines],
] as const)('user search of %s', (_, active) => {
  it('searches GitLab for users missing from the local data', async () => {
    const { search, calls, close } = openPalette(active)
    expect(await search('kofi')).toEqual(['user-7'])
    expect(await search('user kofi')).toEqual(['user-7'])
    expect(calls).toContain('users.list')
    close()
  })

  it('doesn’t search GitLab for a query that matches a command', async () => {
    const { search, calls, close } = openPalette(active)
    for (const phrase of ['settings', 'ssh key', 'status out', 'ko']) await search(phrase)
    expect(calls.filter((name) => name.startsWith('users.'))).toEqual([])
    close()
  })
})

it.each([
  ['status lunch until 25:70', /25:70.* isn’t a time/],
  ['status until 25:70', /25:70.* isn’t a time/],
  ['status lunch for 0h', /can last from/],
  ['status for 0h', /can last from/],
  ['status lunch for 999999999999d', /can last from/],
])('rejects an impossible end: “%s”', async (query, reason) => {
  const { search, items, close } = openPalette(maya)
  await search(query)
  await vi.waitUntil(() => items.value.length > 0)
  expect(items.value[0]).toMatchObject({
    id: 'set-status',
    unavailable: expect.stringMatching(reason),
  })
  close()
})

it('lists the account’s own things only when searched for, and reads them once', async () => {
  const key = (id: number) => ({ id, title: `Zephyr ${id}`, key: '', expires_at: null })
  const { ids, items, search, calls, close } = openPalette(maya, {
    'sshKeys.list': { items: Array.from({ length: 12 }, (_, id) => key(id)) },
    'localGpgKeys.list': { account: [], local: [] },
    'repositories.paths': ['~/src/lapwing', '~/src/other'],
  })
  await vi.waitUntil(async () => (await search('zeph')).includes('key-ssh-0'))
  expect(items.value.filter(({ id }) => id.startsWith('key-'))).toHaveLength(8)
  // People are still looked for on GitLab.
  await vi.waitUntil(() => calls.includes('users.list'))
  expect((await search('lapw'))[0]).toBe('repository-~/src/lapwing')
  expect(await search('zephyr 11')).toContain('key-ssh-11')
  expect(calls.filter((name) => name === 'repositories.paths')).toHaveLength(1)
  await search('')
  expect(ids().filter((id) => /^(key|repository)-/.test(id))).toEqual([])
  close()
})

describe('search without results', () => {
  const noUsers = { 'users.list': { items: [] } }

  it.each([
    [maya, 'zzyzx', /Nothing found for .*zzyzx.* People are found by name/],
    [ines, 'zzyzx', /Nothing found for .*zzyzx.* name, @username, email/],
    [maya, 'zz', /at least 3 letters/],
    [maya, 'zzyzx gpg', /Try “gpg”/],
    [maya, 'block kofi', /Nothing found for/],
    [maya, 'user zzyzx', /Nothing found for .*zzyzx.* People are found by name/],
    [maya, 'status ', /^$/],
    [{ ...maya, canWrite: false }, 'status lunch', /can only read/],
  ])('suggests a next step: %#', async (active, query, text) => {
    const { search, noMatch, close } = openPalette(active, noUsers)
    await search(query)
    expect(noMatch.value).toMatch(text)
    close()
  })

  it('reports that users are still loading', async () => {
    const loading = { 'directory.search': { items: [], total: 0, state: {} }, ...noUsers }
    const { search, noMatch, close } = openPalette(ines, loading)
    expect(await search('zzyzx')).toEqual([])
    expect(noMatch.value).toMatch(/Still loading users/)
    close()
  })
})
