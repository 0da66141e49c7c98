import { accountFiles } from '../../accounts/account-folders.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { AdminTokens } from './admin-tokens.ts'
import { CreatedTokens, CreatedTokensFile } from './created-tokens.ts'

export interface TokensFeature extends Feature<'adminTokens' | 'createdTokens'> {
  createdTokens: CreatedTokens
}

/** Tokens that are created here, for the account and for other users. */
export function tokensFeature({ audit, clock, documents }: Context): TokensFeature {
  const adminTokens = new AdminTokens({ audit, now: clock.now })
  const createdTokens = new CreatedTokens({
    fileOf: documents.define(accountFiles.createdTokens, CreatedTokensFile),
    now: clock.now,
  })
  return {
    createdTokens,
    handlers: {
      adminTokens: {
        createImpersonation: (token, gitlab) => adminTokens.createImpersonation(gitlab, token),
        createPersonal: (token, gitlab) => adminTokens.createPersonal(gitlab, token),
      },
      createdTokens: {
        createLimited: (input, gitlab) => createdTokens.createLimited(gitlab, input),
        list: (_, gitlab) => createdTokens.list(gitlab.account),
        forgetEntry: ({ id }, gitlab) => createdTokens.forgetEntry(gitlab.account, id),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
