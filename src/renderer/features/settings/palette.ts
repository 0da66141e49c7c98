import { Languages, LockKeyhole, Monitor, Moon, Settings, Sun } from '@lucide/vue'
import type { Component } from 'vue'
import { type Router, useRouter } from 'vue-router'
import { languages, offeredLanguages } from '../../../shared/messages/languages.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { Command, PaletteEntries } from '../../components/palette/commands.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useHostFactsStore } from '../../stores/host-facts.ts'
import { useLockStore } from '../../stores/lock.ts'
import { type Theme, useSettingsStore } from '../../stores/settings.ts'
import { t } from '../../ui/messages.ts'

function useCommands(): () => Command[] {
  const accounts = useAccountsStore()
  const { facts } = useHostFactsStore()
  const router = useRouter()
  const appActions = useAppActions()
  return () => {
    const isAdmin = accounts.accounts.some((account) => account.isAdmin)
    const shown = settingEntries.filter(({ admin, system }) => {
      return (!admin || isAdmin) && (!system || (facts.host === 'electron' && system(facts.system)))
    })
    return [...appActions(), ...shown.map((setting) => settingCommand(setting, router))]
  }
}

/** Commands that affect Latchkey itself. */
function useAppActions(): () => Command[] {
  const settings = useSettingsStore()
  const lock = useLockStore()

  const setTheme = (theme: Theme, icon: Component, label: MessageId, keywords: MessageId) => ({
    id: `theme-${theme}`,
    label: t(label),
    icon,
    group: 'app.groupActions' as const,
    keywords: searchWords(label, keywords),
    run: () => settings.set({ theme }),
  })
  return () => [
    {
      id: 'lock',
      label: t('app.lock'),
      icon: LockKeyhole,
      group: 'app.groupActions',
      keywords: searchWords('app.lock', 'app.lockKeywords'),
      run: () => lock.lock(),
    },
    setTheme('light', Sun, 'app.themeLight', 'app.themeLightKeywords'),
    setTheme('dark', Moon, 'app.themeDark', 'app.themeDarkKeywords'),
    setTheme('system', Monitor, 'app.themeSystem', 'app.themeSystemKeywords'),
    ...offeredLanguages.map((language) => ({
      id: `language-${language}`,
      label: t('palette.useLanguage', { language: languages[language].name }),
      icon: Languages,
      group: 'app.groupActions' as const,
      keywords: namesOf(language),
      run: () => settings.set({ language }),
    })),
  ]
}

/** A language’s names in every UI language: German, Deutsch, allemand, ドイツ語. */
function namesOf(language: string): string {
  const names = offeredLanguages.map((tag) =>
    new Intl.DisplayNames([tag], { type: 'language' }).of(language),
  )
  return [...new Set(names), language].join(' ')
}

type System = ReturnType<typeof useHostFactsStore>['facts']['system']

interface SettingEntry {
  /** The `data-item` value of its row or section in Settings. */
  item: string
  label: MessageId
  keywords: MessageId
  admin?: true
  /** Whether the desktop app has it on this system. */
  system?: (system: System) => boolean
}

const anySystem = () => true

/** All entries in Settings. */
export const settingEntries: readonly SettingEntry[] = [
  { item: 'theme', label: 'settings.theme', keywords: 'settings.themeKeywords' },
  { item: 'density', label: 'settings.density', keywords: 'settings.densityKeywords' },
  { item: 'language', label: 'settings.language', keywords: 'settings.languageKeywords' },
  { item: 'startScreen', label: 'settings.startScreen', keywords: 'settings.startScreenKeywords' },
  { item: 'notices', label: 'settings.showNotifications', keywords: 'settings.noticesKeywords' },
  {
    item: 'closeToTray',
    label: 'settings.closeToTray',
    keywords: 'settings.closeToTrayKeywords',
    system: (system) => system !== 'mac',
  },
  {
    item: 'startAtLogin',
    label: 'settings.startAtSignIn',
    keywords: 'settings.startAtSignInKeywords',
    system: anySystem,
  },
  { item: 'calendar', label: 'calendar.title', keywords: 'calendar.keywords' },
  {
    item: 'clipboardSeconds',
    label: 'settings.clipboardSeconds',
    keywords: 'settings.clipboardKeywords',
  },
  { item: 'lockMinutes', label: 'settings.lockAfter', keywords: 'settings.lockAfterKeywords' },
  {
    item: 'lockWithSystem',
    label: 'settings.lockWithComputer',
    keywords: 'settings.lockWithComputerKeywords',
    system: anySystem,
  },
  {
    item: 'pauseQueueWhileLocked',
    label: 'settings.pauseQueue',
    keywords: 'settings.pauseQueueKeywords',
  },
  {
    item: 'commandLine',
    label: 'settings.commandLine',
    keywords: 'settings.commandLineKeywords',
  },
  {
    item: 'undoSeconds',
    label: 'settings.undoSeconds',
    keywords: 'settings.undoKeywords',
    admin: true,
  },
  {
    item: 'requestsAtOnce',
    label: 'settings.parallelRequests',
    keywords: 'settings.parallelRequestsKeywords',
    admin: true,
  },
  { item: 'limits', label: 'limits.actionsTitle', keywords: 'limits.keywords', admin: true },
  {
    item: 'exceptions',
    label: 'limits.exceptions',
    keywords: 'limits.exceptionsKeywords',
    admin: true,
  },
  { item: 'keychain', label: 'keychain.title', keywords: 'settings.keychainKeywords' },
  { item: 'certificates', label: 'certificates.title', keywords: 'settings.certificatesKeywords' },
  { item: 'data', label: 'settings.data', keywords: 'settings.dataKeywords' },
  { item: 'leftovers', label: 'settings.leftovers', keywords: 'settings.leftoversKeywords' },
  { item: 'diagnostics', label: 'settings.diagnostics', keywords: 'settings.diagnosticsKeywords' },
  { item: 'forget', label: 'settings.forget', keywords: 'settings.forgetKeywords' },
  { item: 'updates', label: 'updates.title', keywords: 'settings.updatesKeywords' },
  { item: 'about', label: 'settings.about', keywords: 'settings.aboutKeywords' },
]

/** A command that opens Settings at an entry. */
function settingCommand({ item, label, keywords }: SettingEntry, router: Router): Command {
  return {
    id: `setting-${item}`,
    label: t(label),
    icon: Settings,
    group: 'app.settingsScreen',
    keywords: searchWords(label, keywords),
    run: () => router.push({ name: 'settings', query: { show: item } }),
  }
}

export const settingsPalette: PaletteEntries = { useCommands }
