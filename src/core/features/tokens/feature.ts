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
        createImpersonation: (token, me) => adminTokens.createImpersonation(me, token),
        createPersonal: (token, me) => adminTokens.createPersonal(me, token),
      },
      createdTokens: {
        createLimited: (input, me) => createdTokens.createLimited(me, input),
        list: (_, me) => createdTokens.list(me.account),
        forgetEntry: ({ id }, me) => createdTokens.forgetEntry(me.account, id),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
