import {
  type RouteLocationNormalized,
  type RouteRecordRaw,
  type Router,
  createRouter,
  createWebHashHistory,
} from 'vue-router'
import { visitedScreens } from '../../../shared/rules/settings.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { accountOfRoute } from '../../data/account-routes.ts'
import { useSettingsStore } from '../../data/stores/settings.ts'
import { loadMessages } from '../../ui/messages.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { defineAsyncComponent, shallowRef } from 'vue'
import type { UserPanels } from '../../features/users/user-tabs.ts'
import type { HomePanels } from '../../features/home/home-panels.ts'

/** The parts of the app on the screen of settings. */
const settingsPanels = {
  shortcuts: defineAsyncComponent(() => import('../ShortcutList.vue')),
}

const panels = shallowRef<HomePanels>()

/** The panels of the features on Home, once they are loaded. */
function homePanels(): HomePanels | undefined {
  if (!panels.value) void loadPanels()
  return panels.value
}

async function loadPanels(): Promise<void> {
  const [status, keys] = await Promise.all([
    import('../../features/status/HomeStatus.vue'),
    import('../../features/keys/HomeKeys.vue'),
  ])
  panels.value = { status: status.default, keys: keys.default }
}

/** The panels of the features on the page of a user. */
const userPanels: UserPanels = {
  queue: defineAsyncComponent(() => import('../../features/moderation/UserQueue.vue')),
  tabs: {
    overview: [defineAsyncComponent(() => import('../../features/users/tabs/OverviewTab.vue'))],
    access: [
      defineAsyncComponent(() => import('../../features/users/tabs/AccessTab.vue')),
      defineAsyncComponent(() => import('../../features/emails/UserEmails.vue')),
    ],
    memberships: [
      defineAsyncComponent(() => import('../../features/users/tabs/MembershipsTab.vue')),
    ],
    history: [defineAsyncComponent(() => import('../../features/audit-log/UserActivity.vue'))],
  },
  credentials: {
    'ssh-keys': defineAsyncComponent(() => import('../../features/keys/user/UserSshKeys.vue')),
    'gpg-keys': defineAsyncComponent(() => import('../../features/keys/user/UserGpgKeys.vue')),
    'impersonation-tokens': defineAsyncComponent(
      () => import('../../features/users/tabs/ImpersonationTokensTab.vue'),
    ),
    'personal-access-tokens': defineAsyncComponent(
      () => import('../../features/users/tabs/PersonalAccessTokensTab.vue'),
    ),
  },
}

/** The screens for administrators. */
const adminRoutes: readonly RouteRecordRaw[] = [
  {
    path: '/of/:account/admin/people',
    name: 'directory',
    component: () => import('../../features/directory/DirectoryScreen.vue'),
    props: true,
    meta: { title: 'app.directoryScreen', admin: true },
  },
  {
    path: '/of/:account/admin/people/:id(\\d+)',
    name: 'admin-person',
    component: () => import('../../features/users/UserScreen.vue'),
    props: ({ params }) => ({ ...params, panels: userPanels }),
    meta: { title: 'app.userScreen', admin: true, elsewhere: 'directory', takesFiles: true },
  },
  {
    path: '/of/:account/admin/people/new',
    name: 'new-user',
    component: () => import('../../features/users/form/NewUserScreen.vue'),
    props: true,
    meta: { title: 'app.newUserScreen', admin: true, elsewhere: 'directory', takesFiles: true },
  },
  {
    path: '/of/:account/admin/people/:id(\\d+)/edit',
    name: 'edit-user',
    component: () => import('../../features/users/form/EditUserScreen.vue'),
    props: true,
    meta: { title: 'app.editUserScreen', admin: true, elsewhere: 'directory', takesFiles: true },
  },
  {
    path: '/of/:account/admin/service-accounts',
    name: 'service-accounts',
    component: () => import('../../features/service-accounts/ServiceAccountsScreen.vue'),
    props: true,
    meta: { title: 'app.serviceAccountsScreen', admin: true },
  },
  {
    path: '/of/:account/admin/review',
    name: 'review',
    component: () => import('../../features/review/ReviewScreen.vue'),
    props: true,
    meta: { title: 'app.reviewScreen', section: 'review', admin: true },
  },
  {
    path: '/of/:account/admin/review/credentials',
    name: 'review-credentials',
    component: () => import('../../features/review/CredentialsScreen.vue'),
    props: true,
    meta: { title: 'app.credentialsScreen', section: 'review', admin: true },
  },
  {
    path: '/of/:account/admin/review/changes',
    name: 'user-changes',
    component: () => import('../../features/review/ChangesScreen.vue'),
    props: true,
    meta: { title: 'app.changesScreen', section: 'review', admin: true },
  },
  {
    path: '/of/:account/admin/review/spam',
    name: 'spam-sweep',
    component: () => import('../../features/review/SpamScreen.vue'),
    props: true,
    meta: { title: 'app.spamScreen', section: 'review', admin: true },
  },
  {
    path: '/of/:account/admin/people/:id(\\d+)/as',
    name: 'view-as',
    component: () => import('../../features/users/ViewAsScreen.vue'),
    props: true,
    meta: { title: 'app.viewAsScreen', admin: true, elsewhere: 'directory' },
  },
  {
    path: '/of/:account/admin/onboarding',
    name: 'onboarding',
    component: () => import('../../features/onboarding/OnboardingScreen.vue'),
    props: true,
    meta: { title: 'app.onboardingScreen', admin: true, elsewhere: 'directory', takesFiles: true },
  },
  {
    path: '/of/:account/admin/onboarding/:run(\\d+)',
    name: 'onboarding-run',
    component: () => import('../../features/onboarding/run/OnboardingRunScreen.vue'),
    props: true,
    meta: { title: 'app.onboardingRunScreen', admin: true, elsewhere: 'directory' },
  },
  {
    path: '/of/:account/admin/bulk',
    name: 'bulk',
    component: () => import('../../features/moderation/bulk/BulkScreen.vue'),
    props: true,
    meta: { title: 'app.bulkActionScreen', admin: true, elsewhere: 'directory' },
  },
  {
    path: '/of/:account/admin/runs/:run(\\d+)',
    name: 'bulk-run',
    component: () => import('../../features/moderation/runs/RunScreen.vue'),
    props: true,
    meta: { title: 'app.bulkRunScreen', admin: true, queue: true, elsewhere: 'actions' },
  },
  {
    path: '/of/:account/admin/actions',
    name: 'actions',
    component: () => import('../../features/moderation/QueueScreen.vue'),
    props: true,
    meta: { title: 'app.actionsScreen', admin: true, queue: true },
  },
  {
    path: '/of/:account/admin/audit-log',
    name: 'audit-log',
    component: () => import('../../features/audit-log/AuditLogScreen.vue'),
    props: true,
    meta: { title: 'app.auditLogScreen', admin: true },
  },
]

declare module 'vue-router' {
  interface RouteMeta {
    /** The name of the screen, in the title of the window. */
    title?: MessageId
    /** The section that the screen is a tab of, by the name of its first screen; see `SectionTabs`. */
    section?: string
    /** The screen that this one belongs to: marked in the sidebar, and opened instead when the account is switched. */
    elsewhere?: string
    /** Whether it handles dropped files itself. */
    takesFiles?: true
    /** For administrators only, see `AdminGate`. */
    admin?: true
    /** Shows the queue, which opens without a token, and without rights while actions are on hold. */
    queue?: true
  }
}

// The URL names the account, so that back, reload and several windows agree on it. Tabs of a section stand in their order.
export const routes: readonly RouteRecordRaw[] = [
  // Never shown: the guard below redirects once the accounts are known.
  { path: '/', name: 'start', component: { render: () => null } },
  {
    path: '/sign-in',
    name: 'sign-in',
    component: () => import('../../features/sign-in/SignInScreen.vue'),
    meta: { title: 'app.signInScreen' },
  },
  {
    path: '/of/:account/home',
    name: 'home',
    component: () => import('../../features/home/HomeScreen.vue'),
    props: ({ params }) => ({ ...params, panels: homePanels() }),
    meta: { title: 'app.homeScreen' },
  },
  {
    path: '/of/:account/profile',
    name: 'profile',
    component: () => import('../../features/profile/ProfileScreen.vue'),
    props: true,
    meta: { title: 'app.profileScreen', section: 'profile' },
  },
  {
    path: '/of/:account/status',
    name: 'status',
    component: () => import('../../features/status/StatusScreen.vue'),
    props: true,
    meta: { title: 'app.statusScreen', section: 'profile' },
  },
  {
    path: '/of/:account/avatar',
    name: 'avatar',
    component: () => import('../../features/avatar/AvatarScreen.vue'),
    props: true,
    meta: { title: 'app.avatarScreen', section: 'profile', takesFiles: true },
  },
  {
    path: '/of/:account/emails',
    name: 'emails',
    component: () => import('../../features/emails/EmailsScreen.vue'),
    props: true,
    meta: { title: 'app.emailsScreen', section: 'profile' },
  },
  {
    path: '/of/:account/preferences',
    name: 'preferences',
    component: () => import('../../features/preferences/PreferencesScreen.vue'),
    props: true,
    meta: { title: 'app.preferencesScreen', section: 'profile' },
  },
  {
    path: '/of/:account/keys',
    name: 'keys',
    component: () => import('../../features/keys/KeysScreen.vue'),
    props: true,
    meta: { title: 'app.keysScreen', takesFiles: true },
  },
  {
    path: '/of/:account/computer',
    name: 'computer',
    component: () => import('../../features/setup/ComputerScreen.vue'),
    props: true,
    meta: { title: 'app.computerScreen' },
  },
  {
    path: '/of/:account/tokens',
    name: 'tokens',
    component: () => import('../../features/tokens/TokensScreen.vue'),
    props: true,
    meta: { title: 'app.tokensScreen', section: 'tokens' },
  },
  {
    path: '/of/:account/runners/new',
    name: 'new-runner',
    component: () => import('../../features/runners/NewRunnerScreen.vue'),
    props: true,
    meta: { title: 'app.newRunnerScreen', section: 'tokens' },
  },
  {
    path: '/of/:account/people',
    name: 'people',
    component: () => import('../../features/people/PeopleScreen.vue'),
    props: true,
    meta: { title: 'app.peopleScreen', section: 'people' },
  },
  {
    path: '/of/:account/people/:id(\\d+)',
    name: 'person',
    component: () => import('../../features/people/PersonScreen.vue'),
    props: true,
    meta: { title: 'app.personScreen', elsewhere: 'people' },
  },
  {
    path: '/of/:account/people/@:username',
    name: 'person-by-username',
    component: () => import('../../features/people/PersonByUsername.vue'),
    props: true,
    meta: { title: 'app.personScreen', elsewhere: 'people' },
  },
  {
    path: '/of/:account/activities',
    name: 'activities',
    component: () => import('../../features/activities/ActivitiesScreen.vue'),
    props: true,
    meta: { title: 'app.activitiesScreen', section: 'people' },
  },
  ...adminRoutes,
  {
    path: '/accounts',
    name: 'accounts',
    component: () => import('../../features/accounts/AccountsScreen.vue'),
    meta: { title: 'app.accountsScreen' },
  },
  {
    path: '/settings',
    name: 'settings',
    component: () => import('../../features/settings/SettingsScreen.vue'),
    props: { panels: settingsPanels },
    meta: { title: 'app.settingsScreen' },
  },
  {
    path: '/:missing(.*)*',
    name: 'not-found',
    component: () => import('../NotFoundScreen.vue'),
    meta: { title: 'app.notFoundScreen' },
  },
]

/** The first screen: the active account's screen that the settings name. */
function start(router: Router) {
  const { active } = useAccountsStore()
  if (!active) return { name: 'sign-in' }
  const { startScreen, lastScreen } = useSettingsStore().settings
  const wanted = startScreen === 'last' ? lastScreen : startScreen
  const route = router.getRoutes().find(({ name }) => name === wanted)
  const isOpen = route && (!route.meta.admin || active.isAdmin)
  return { name: isOpen ? wanted : 'home', params: { account: active.id } }
}

/** Creates the router. It opens no screen before `ready`, because the accounts are not known until then. */
export function createLatchkeyRouter(ready: Promise<void>): Router {
  const accounts = useAccountsStore()
  const router = createRouter({ history: createWebHashHistory(), routes })

  router.beforeEach(async (to) => {
    await ready
    if (to.name === 'start') return start(router)
    if (to.name !== 'sign-in') await loadMessages()
    const account = accountOfRoute(to)
    return account === undefined || accounts.byId(account) ? true : { name: 'start' }
  })
  router.afterEach((to) => {
    const account = accountOfRoute(to)
    if (account) accounts.activate(account)
    rememberLastScreen(to)
  })
  return router
}

/** Remembers the screen for the next start if the settings say so; screens of one user are not remembered. */
function rememberLastScreen({ name, params }: RouteLocationNormalized): void {
  const store = useSettingsStore()
  const { startScreen, lastScreen } = store.settings
  const isOfAccount = Object.keys(params).join() === 'account'
  const screen = visitedScreens.find((one) => one === name)
  if (startScreen !== 'last' || !isOfAccount || !screen || screen === lastScreen) return
  // Only a convenience is lost.
  store.set({ lastScreen: screen }).catch(() => undefined)
}
