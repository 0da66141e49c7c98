import type { Router } from 'vue-router'
import type { Account } from '../../../shared/app/accounts.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { Command } from '../../data/commands.ts'
import { t } from '../../ui/messages.ts'

type Screen = readonly [name: string, label: MessageId, keywords: MessageId]

const accountScreens: readonly Screen[] = [
  ['home', 'app.homeScreen', 'app.homeKeywords'],
  ['profile', 'app.profileScreen', 'app.profileKeywords'],
  ['status', 'app.statusScreen', 'app.statusKeywords'],
  ['keys', 'app.keysScreen', 'app.keysKeywords'],
  ['computer', 'app.computerScreen', 'app.computerKeywords'],
  ['avatar', 'app.avatarScreen', 'app.avatarKeywords'],
  ['tokens', 'app.tokensScreen', 'app.tokensKeywords'],
  ['emails', 'app.emailsScreen', 'app.emailsKeywords'],
  ['preferences', 'app.preferencesScreen', 'app.preferencesKeywords'],
  ['new-runner', 'app.newRunnerScreen', 'app.newRunnerKeywords'],
  ['people', 'app.peopleScreen', 'app.peopleKeywords'],
  ['activities', 'app.activitiesScreen', 'app.activitiesKeywords'],
]

const adminScreens: readonly Screen[] = [
  ['directory', 'app.directoryScreen', 'app.directoryKeywords'],
  ['new-user', 'app.newUserScreen', 'app.newUserKeywords'],
  ['onboarding', 'app.onboardingScreen', 'app.onboardingKeywords'],
  ['actions', 'app.actionsScreen', 'app.actionsKeywords'],
  ['review', 'app.reviewScreen', 'app.reviewKeywords'],
  ['review-credentials', 'app.credentialsScreen', 'app.credentialsKeywords'],
  ['user-changes', 'app.changesScreen', 'app.changesKeywords'],
  ['spam-sweep', 'app.spamScreen', 'app.spamKeywords'],
  ['service-accounts', 'app.serviceAccountsScreen', 'app.serviceAccountsKeywords'],
  ['audit-log', 'app.auditLogScreen', 'app.auditLogKeywords'],
]

const commonScreens: readonly Screen[] = [
  ['accounts', 'app.accountsScreen', 'app.accountsKeywords'],
  ['settings', 'app.settingsScreen', 'app.settingsKeywords'],
  ['sign-in', 'app.addAccount', 'app.addAccountKeywords'],
]

/** The commands that open a screen. */
export function screenCommands(router: Router, account: Account | undefined): Command[] {
  const open = (screens: readonly Screen[], params: { account?: string }): Command[] =>
    screens.map(([name, label, keywords]) => ({
      id: `go-${name}`,
      label: t(label),
      group: 'app.groupScreens',
      keywords: t(keywords),
      run: () => router.push({ name, params }),
    }))
  return [
    ...(account ? open(accountScreens, { account: account.id }) : []),
    ...(account?.isAdmin ? open(adminScreens, { account: account.id }) : []),
    ...open(commonScreens, {}),
  ]
}
