import type { Module } from '../features/module.ts'
import { accountsModule } from '../features/accounts/module.ts'
import { activitiesModule } from '../features/activities/module.ts'
import { auditLogModule } from '../features/audit-log/module.ts'
import { avatarModule } from '../features/avatar/module.ts'
import { credentialsModule } from '../features/credentials/module.ts'
import { directoryModule } from '../features/directory/module.ts'
import { emailsModule } from '../features/emails/module.ts'
import { homeModule } from '../features/home/module.ts'
import { keysModule } from '../features/keys/module.ts'
import { lookupModule } from '../features/lookup/module.ts'
import { moderationModule } from '../features/moderation/module.ts'
import { onboardingModule } from '../features/onboarding/module.ts'
import { peopleModule } from '../features/people/module.ts'
import { preferencesModule } from '../features/preferences/module.ts'
import { profileModule } from '../features/profile/module.ts'
import { reportsModule } from '../features/reports/module.ts'
import { reviewModule } from '../features/review/module.ts'
import { rulesModule } from '../features/rules/module.ts'
import { runnersModule } from '../features/runners/module.ts'
import { serviceAccountsModule } from '../features/service-accounts/module.ts'
import { settingsModule } from '../features/settings/module.ts'
import { setupModule } from '../features/setup/module.ts'
import { signInModule } from '../features/sign-in/module.ts'
import { statusModule } from '../features/status/module.ts'
import { tokensModule } from '../features/tokens/module.ts'
import { usersModule } from '../features/users/module.ts'

/** Every feature with screens, in sidebar, tab and palette order. */
export const modules: readonly Module[] = [
  homeModule,
  statusModule,
  keysModule,
  tokensModule,
  emailsModule,
  setupModule,
  peopleModule,
  profileModule,
  avatarModule,
  preferencesModule,
  runnersModule,
  directoryModule,
  activitiesModule,
  usersModule,
  onboardingModule,
  moderationModule,
  reviewModule,
  credentialsModule,
  rulesModule,
  lookupModule,
  serviceAccountsModule,
  reportsModule,
  auditLogModule,
  accountsModule,
  settingsModule,
  signInModule,
]

export const screens = modules.flatMap((module) => module.screens)

/** Whether a screen belongs to an account, judging by its URL path or route path. */
export function isAccountScreen(path: string): boolean {
  return path.startsWith('/of/:account')
}
