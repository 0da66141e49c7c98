import type { JsonFile } from '../../platform/files/json-file.ts'
import type { SecretStore } from '../../platform/keychain/secret-store.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { noPolicy } from '../../platform/policy/policy.ts'
import type { AccountRecord } from '../account-record.ts'
import { AccountRecords } from '../account-records.ts'
import { type CredentialStores, Credentials } from '../credentials.ts'

type TestOptions = Partial<CredentialStores> & { keychain: SecretStore }

/** The credentials of accounts whose records are only in memory. */
export function createTestCredentials(
  accounts: AccountRecord[],
  options: TestOptions,
): Credentials {
  const file = {
    read: () => ({ accounts }),
    prepare: (changed: { accounts: AccountRecord[] }) => ({
      commit: () => void ({ accounts } = changed),
      cancel: () => undefined,
    }),
  } as unknown as JsonFile<{ accounts: AccountRecord[] }>
  return new Credentials({
    session: createMemorySecretStore(),
    settle: () => Promise.resolve(),
    isDue: () => false,
    renew: () => Promise.resolve(),
    policy: noPolicy,
    ...options,
    records: new AccountRecords(file),
  })
}
