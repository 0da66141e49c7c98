import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { instanceName } from '../../data/instance-name.ts'
import type { Command } from './filter.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useLockStore } from '../../data/stores/lock.ts'
import { useSettingsStore } from '../../data/stores/settings.ts'
import type { Theme } from '../../data/stores/settings.ts'
import { useQuickStatus } from '../../data/status/use-quick-status.ts'
import { useSwitchAccount } from '../../data/account-routes.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'

/** All commands of "Go anywhere". */
export function useCommands() {
  const accounts = useAccountsStore()
  const settings = useSettingsStore()
  const lock = useLockStore()
  const router = useRouter()
  const switchAccount = useSwitchAccount()
  const { clear, showFailure } = useQuickStatus(accounts.active?.id)

  const go = (name: string, label: MessageId, keywords: MessageId, account?: string): Command => ({
    id: `go-${name}`,
    label: t(label),
    group: 'app.groupScreens',
    keywords: t(keywords),
    run: () => router.push({ name, params: account ? { account } : {} }),
  })
  const setTheme = (theme: Theme, label: MessageId, keywords: MessageId): Command => ({
    id: `theme-${theme}`,
    label: t(label),
    group: 'app.groupActions',
    keywords: t(keywords),
    run: () => settings.set({ theme }).catch(showFailure),
  })

  return computed((): Command[] => {
    const id = accounts.active?.id
    return [
      ...(id
        ? [
            go('home', 'app.homeScreen', 'app.homeKeywords', id),
            go('profile', 'app.profileScreen', 'app.profileKeywords', id),
            go('status', 'app.statusScreen', 'app.statusKeywords', id),
            go('ssh-keys', 'app.sshKeysScreen', 'app.sshKeysKeywords', id),
            go('gpg-keys', 'app.gpgKeysScreen', 'app.gpgKeysKeywords', id),
            go('avatar', 'app.avatarScreen', 'app.avatarKeywords', id),
            go('tokens', 'app.tokensScreen', 'app.tokensKeywords', id),
            go('emails', 'app.emailsScreen', 'app.emailsKeywords', id),
            go('preferences', 'app.preferencesScreen', 'app.preferencesKeywords', id),
            go('new-runner', 'app.newRunnerScreen', 'app.newRunnerKeywords', id),
            go('people', 'app.peopleScreen', 'app.peopleKeywords', id),
            go('activities', 'app.activitiesScreen', 'app.activitiesKeywords', id),
          ]
        : []),
      ...(id && accounts.active?.isAdmin
        ? [
            go('directory', 'app.directoryScreen', 'app.directoryKeywords', id),
            go('new-user', 'app.newUserScreen', 'app.newUserKeywords', id),
            go('actions', 'app.actionsScreen', 'app.actionsKeywords', id),
            go('service-accounts', 'app.serviceAccountsScreen', 'app.serviceAccountsKeywords', id),
            go('audit-log', 'app.auditLogScreen', 'app.auditLogKeywords', id),
          ]
        : []),
      go('accounts', 'app.accountsScreen', 'app.accountsKeywords'),
      go('settings', 'app.settingsScreen', 'app.settingsKeywords'),
      go('sign-in', 'app.addAccount', 'app.addAccountKeywords'),
      ...accounts.accounts.map((account): Command => ({
        id: `account-${account.id}`,
        label: t('app.switchTo', { account: account.label }),
        group: 'app.groupAccounts',
        keywords: `${account.user.name} ${account.user.username} ${instanceName(account.baseUrl)}`,
        run: () => switchAccount(account.id),
      })),
      ...(id
        ? [
            {
              id: 'clear-status',
              label: t('app.clearStatus'),
              group: 'app.groupActions' as const,
              keywords: t('app.clearStatusKeywords'),
              run: () => clear(id).catch(showFailure),
            },
          ]
        : []),
      {
        id: 'lock',
        label: t('app.lock'),
        group: 'app.groupActions' as const,
        keywords: t('app.lockKeywords'),
        run: () => lock.lock().catch(showFailure),
      },
      setTheme('light', 'app.themeLight', 'app.themeLightKeywords'),
      setTheme('dark', 'app.themeDark', 'app.themeDarkKeywords'),
      setTheme('system', 'app.themeSystem', 'app.themeSystemKeywords'),
    ]
  })
}
