import { ArrowLeftRight, LogOut } from '@lucide/vue'
import { useRouter } from 'vue-router'
import { useSwitchAccount } from '../../stores/account-routes.ts'
import type { Command, PaletteEntries, VerbCommand } from '../../components/palette/commands.ts'
import { instanceName } from '../../components/instance-name.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { t } from '../../ui/messages.ts'
import { rankCommands } from '../../components/palette/filter.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { useRequestsStore } from '../../stores/requests.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

/** Commands to switch accounts and to sign out. */
function useCommands(): () => Command[] {
  const switches = useSwitchCommands()
  const signOuts = useSignOutCommands()
  return () => [...switches(), ...signOuts()]
}

/** Signing out happens on the Accounts screen, which shows the consequences and asks for confirmation. */
function useSignOutCommands(): () => Command[] {
  const accounts = useAccountsStore()
  const requests = useRequestsStore()
  const router = useRouter()
  return () =>
    accounts.activeFirst.map((account) => ({
      id: `sign-out-${account.id}`,
      label: t('palette.signOutOf', { account: accounts.nameOf(account) }),
      icon: LogOut,
      detail: `${account.user.username} · ${instanceName(account.baseUrl)}`,
      group: 'app.accountsScreen',
      keywords: searchWords('accounts.signOut', 'palette.signOutKeywords'),
      run: () => {
        requests.put(account.id, 'sign-out')
        return router.push({ name: 'accounts' })
      },
    }))
}

function useSwitchCommands(): () => Command[] {
  const accounts = useAccountsStore()
  const switchAccount = useSwitchAccount()
  const others = () => accounts.accounts.filter(({ id }) => id !== accounts.active?.id)
  return () =>
    others().map((account) => ({
      id: `account-${account.id}`,
      label: t('app.switchTo', { account: accounts.nameOf(account) }),
      icon: ArrowLeftRight,
      detail: `${account.user.username} · ${instanceName(account.baseUrl)}`,
      group: 'app.accountsScreen',
      keywords: [account.label, account.user.name, account.user.username, account.baseUrl].join(
        ' ',
      ),
      run: () => switchAccount(account.id),
    }))
}

/** Handles `switch to work`. */
function useSwitchVerb(): VerbCommand {
  const commands = useSwitchCommands()
  return {
    id: 'switch',
    verbs: splitAlternatives('palette.switchVerbs'),
    label: t('palette.switchAccount'),
    icon: ArrowLeftRight,
    argument: t('palette.accountArgument'),
    suggest: (text) => rankCommands(commands(), text).map(({ command }) => command),
  }
}

export const accountsPalette: PaletteEntries = { useCommands, verbs: [{ use: useSwitchVerb }] }
