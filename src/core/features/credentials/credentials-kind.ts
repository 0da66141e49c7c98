import { type PersonalAccessToken, personalAccessTokens } from '../../../shared/gitlab/tokens.ts'
import type { CopyKind } from '../../list-copy/copy-store.ts'
import { credentialsOptions } from './credentials-schema.ts'
import { CredentialsStore } from './credentials-store.ts'

/** The copy of an instance's tokens. */
export const credentialsKind: CopyKind<PersonalAccessToken, CredentialsStore> = {
  name: 'tokens',
  endpoint: personalAccessTokens.list,
  database: credentialsOptions,
  open: (database) => new CredentialsStore(database),
}
