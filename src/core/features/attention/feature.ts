import type { Context, Feature } from '../feature.ts'
import { type AdminAttentionPorts, readAdminAttention } from './admin-attention.ts'
import { AccessTokens } from './access-token.ts'
import { Attention, type AttentionPorts } from './attention.ts'

interface Needs
  extends Omit<AttentionPorts, 'now' | 'accessTokens'>, Omit<AdminAttentionPorts, 'queue'> {
  queueOf(account: string): AdminAttentionPorts['queue']
}

export interface AttentionFeature extends Feature<'attention'> {
  attention: Attention
}

/** What needs the user's attention. */
export function attentionFeature({ accounts, clock }: Context, needs: Needs): AttentionFeature {
  const accessTokens = new AccessTokens({
    account: (id) => accounts.account(id),
    describe: (id, token) => accounts.describeToken(id, token),
    now: clock.now,
  })
  const attention = new Attention({ ...needs, accessTokens, now: clock.now })
  return {
    attention,
    handlers: {
      attention: {
        get: (_, me) => attention.get(me),
        administration: (_, me) =>
          readAdminAttention(me, { ...needs, queue: needs.queueOf(me.account) }),
      },
    },
    forgetAccount: (account) => accessTokens.forget(account),
  }
}
