import type { Account } from '../../shared/operations/accounts.ts'
import { distinctLabel } from '../../shared/rules/account-label.ts'
import { t } from '../platform/messages.ts'
import { CommandFailure } from './command-failure.ts'
import { commandExitCodes } from './commands.ts'

/** An account as every JSON document has it. */
export interface AccountName {
  label: string
  username: string
  instance: string
}

export const accountName = ({ label, user, baseUrl }: Account): AccountName => ({
  label,
  username: user.username,
  instance: baseUrl,
})

/** Whether a name is an account's label, username, or `username@host`, in any case. */
function isNamed({ label, user, baseUrl }: Account, name: string): boolean {
  const host = baseUrl.replace(/^https?:\/\//, '')
  const { username } = user
  const wanted = name.replace(/^@/, '').toLowerCase()
  return [label, username, `${username}@${host}`].some((one) => one.toLowerCase() === wanted)
}

/** The accounts that a command is about: the named one, or all. Fails if there is none. */
export function accountsFor(accounts: readonly Account[], name: string | undefined): Account[] {
  if (accounts.length === 0)
    throw new CommandFailure(t('commandLine.notSignedIn'), commandExitCodes.signIn)
  if (name === undefined) return [...accounts]
  const named = accounts.filter((account) => isNamed(account, name))
  if (named.length === 1) return named
  const labels = (named.length > 1 ? named : accounts).map((one) => distinctLabel(one, accounts))
  const id = named.length > 1 ? 'commandLine.ambiguousAccount' : 'commandLine.unknownAccount'
  throw new CommandFailure(t(id, { name, labels }), commandExitCodes.usage)
}

/** The account that a command is about: the named one, or the one shown last. */
export function accountFor(
  accounts: readonly Account[],
  { name, last }: { name: string | undefined; last: string | undefined },
): Account {
  const candidates = accountsFor(accounts, name)
  return candidates.find(({ id }) => id === last) ?? candidates[0]!
}
