import type { Command } from '../../data/palette/commands.ts'
import { t } from '../../ui/messages.ts'
import type { KeyImport } from './use-key-import.ts'
import type { ListedRow } from './use-key-list.ts'

/** More would only hide the commands of other screens. */
const maxRenewals = 20

/** What the command palette offers on the screen of the keys: the import, and the renewal of each key that needs it. */
export function keyCommands(
  rows: readonly ListedRow[],
  { pending, importAll }: Pick<KeyImport, 'pending' | 'importAll'>,
  open: (row: ListedRow, renew: boolean) => void,
): Command[] {
  const group = 'app.keysScreen' as const
  const renewals = rows.filter(({ action }) => action === 'renew').slice(0, maxRenewals)
  const importCommand: Command = {
    id: 'keys.import-all',
    label: t('keys.importAll', { count: pending.value }),
    group,
    run: importAll,
  }
  return [
    ...(pending.value > 0 ? [importCommand] : []),
    ...renewals.map((row) => ({
      id: `keys.renew.${row.id}`,
      label: t('keys.renewNamed', { name: row.accountKey?.name ?? '' }),
      detail: row.accountKey?.fingerprint,
      group,
      run: () => open(row, true),
    })),
  ]
}
