import type { Context, Feature } from '../feature.ts'
import { type AdminAttentionPorts, readAdminAttention } from './admin-attention.ts'
import { Attention, type AttentionPorts } from './attention.ts'

interface Needs extends Omit<AttentionPorts, 'now'>, Omit<AdminAttentionPorts, 'queue'> {
  queueOf(account: string): AdminAttentionPorts['queue']
}

export interface AttentionFeature extends Feature<'attention'> {
  attention: Attention
}

/** What needs the user's attention. */
export function attentionFeature({ clock }: Context, needs: Needs): AttentionFeature {
  const attention = new Attention({ ...needs, now: clock.now })
  return {
    attention,
    handlers: {
      attention: {
        get: (_, me) => attention.get(me),
        administration: (_, me) =>
          readAdminAttention(me, { ...needs, queue: needs.queueOf(me.account) }),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
