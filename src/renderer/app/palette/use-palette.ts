import { computed, ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import { instanceName } from '../../data/instance-name.ts'
import { filterCommands } from './filter.ts'
import type { Command } from './filter.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useLockStore } from '../../data/stores/lock.ts'
import { useSettingsStore } from '../../data/stores/settings.ts'
import type { Theme } from '../../data/stores/settings.ts'
import { useQuickStatus } from '../../data/status/use-quick-status.ts'
import { useSwitchAccount } from '../../data/use-switch-account.ts'

/** What "Go anywhere" offers, narrowed down by what is typed, and which of it is marked. */
export function usePalette() {
  const commands = useCommands()
  const query = ref('')
  const marked = ref(0)
  const found = computed(() => filterCommands(commands.value, query.value))
  watch(query, () => (marked.value = 0))

  /** Moves the mark, around the ends. */
  function move(by: number) {
    const count = found.value.length
    if (count) marked.value = (marked.value + by + count) % count
  }

  return { query, found, marked, move }
}

function useCommands() {
  const accounts = useAccountsStore()
  const settings = useSettingsStore()
  const lock = useLockStore()
  const router = useRouter()
  const switchAccount = useSwitchAccount()
  const { clear, sayFailure } = useQuickStatus(accounts.active?.id)

  const go = (name: string, label: string, words?: string, account?: string): Command => ({
    id: `go-${name}`,
    label,
    group: 'Screens',
    words,
    run: () => router.push({ name, params: account ? { account } : {} }),
  })
  const useTheme = (theme: Theme, label: string, words: string): Command => ({
    id: `theme-${theme}`,
    label,
    group: 'Actions',
    words,
    run: () => settings.set({ theme }).catch(sayFailure),
  })

  return computed((): Command[] => {
    const id = accounts.active?.id
    return [
      ...(id
        ? [
            go('home', 'Home', 'start attention overview expiring', id),
            go('profile', 'Profile', 'me counts activity', id),
            go('status', 'Status', 'emoji message busy', id),
            go('ssh-keys', 'SSH keys', 'import public key ed25519 rsa expiry', id),
            go('gpg-keys', 'GPG keys', 'import pgp signing sign commits', id),
            go('avatar', 'Avatar', 'picture photo image face', id),
            go('tokens', 'Tokens', 'limited k8s proxy kubernetes kubeconfig create', id),
            go('emails', 'Emails', 'address mail confirm add', id),
            go('preferences', 'Preferences', 'diffs whitespace files jwt', id),
            go('new-runner', 'New runner', 'create ci register token machine', id),
            go('people', 'People', 'find follow followers following', id),
            go('activities', 'Activities', 'last active export csv', id),
          ]
        : []),
      ...(id && accounts.active?.isAdmin
        ? [
            go('directory', 'Directory', 'admin users everybody find block approve inactive', id),
            go('new-user', 'New person', 'admin create user', id),
            go('actions', 'Actions', 'admin queue bulk runs undo conflicts', id),
            go('service-accounts', 'Service accounts', 'admin bots programs', id),
            go('journal', 'Audit log', 'admin history who did what audit', id),
          ]
        : []),
      go('accounts', 'Accounts', 'rename colour order sign out'),
      go('settings', 'Settings', 'theme density start clipboard keychain data forget cache about'),
      go('sign-in', 'Sign in with another account', 'add token'),
      ...accounts.accounts.map((account): Command => ({
        id: `account-${account.id}`,
        label: `Switch to ${account.label}`,
        group: 'Accounts',
        words: `${account.user.name} ${account.user.username} ${instanceName(account.baseUrl)}`,
        run: () => switchAccount(account.id),
      })),
      ...(id
        ? [
            {
              id: 'clear-status',
              label: 'Clear my status',
              group: 'Actions' as const,
              words: 'remove unset',
              run: () => clear(id).catch(sayFailure),
            },
          ]
        : []),
      {
        id: 'lock',
        label: 'Lock Latchkey',
        group: 'Actions' as const,
        words: 'hide privacy away screen',
        run: () => lock.lock().catch(sayFailure),
      },
      useTheme('light', 'Use the light theme', 'bright day appearance'),
      useTheme('dark', 'Use the dark theme', 'night appearance'),
      useTheme('system', 'Use the system’s theme', 'automatic appearance'),
    ]
  })
}
