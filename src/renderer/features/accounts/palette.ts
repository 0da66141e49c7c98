import { useSwitchAccount } from '../../stores/account-routes.ts'
import type { Command, PaletteEntries, VerbCommand } from '../../components/palette/commands.ts'
import { instanceName } from '../../components/instance-name.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { t } from '../../ui/messages.ts'
import { rankCommands } from '../../components/palette/filter.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

/** The commands that show another account. */
function useCommands(): () => Command[] {
  const accounts = useAccountsStore()
  const switchAccount = useSwitchAccount()
  return () =>
    accounts.accounts.map((account) => ({
      id: `account-${account.id}`,
      label: t('app.switchTo', { account: account.label }),
      detail: `${account.user.username} · ${instanceName(account.baseUrl)}`,
      group: 'app.accountsScreen',
      keywords: [account.label, account.user.name, account.user.username, account.baseUrl].join(
        ' ',
      ),
      run: () => switchAccount(account.id),
    }))
}

/** `switch to work` */
function useSwitchVerb(): VerbCommand {
  const commands = useCommands()
  return {
    id: 'switch',
    verbs: splitAlternatives('palette.switchVerbs'),
    label: t('palette.switchAccount'),
    argument: t('palette.accountArgument'),
    suggest: (text) => rankCommands(commands(), text).map(({ command }) => command),
  }
}

export const accountsPalette: PaletteEntries = { useCommands, verbs: [{ use: useSwitchVerb }] }
