import { CircleDashed, CloudOff, Hourglass, KeyRound, ServerOff, Wifi } from '@lucide/vue'
import type { Component } from 'vue'
import type { Connectivity } from '../../shared/operations/connectivity.ts'
import type { Failure } from '../../shared/rules/failure.ts'
import type { MessageId } from '../../shared/messages/message.ts'
import { t } from '../ui/messages.ts'

interface Look {
  label: MessageId
  icon: Component
  tone: 'good' | 'bad' | 'quiet'
}

/** Each connection state’s label, icon and color. Color is never the only indicator. */
export const connectivityLook: Record<Connectivity['state'], Look> = {
  unknown: { label: 'app.stateUnknown', icon: CircleDashed, tone: 'quiet' },
  online: { label: 'app.stateOnline', icon: Wifi, tone: 'good' },
  offline: { label: 'app.stateOffline', icon: CloudOff, tone: 'bad' },
  'service-down': { label: 'app.stateServiceDown', icon: ServerOff, tone: 'bad' },
  'signed-out': { label: 'app.stateSignedOut', icon: KeyRound, tone: 'bad' },
}

/** Replaces an account’s state while a request waits for GitLab. */
export const waitingLook: Look = { label: 'app.stateWaiting', icon: Hourglass, tone: 'quiet' }

/** Explains why cached data is shown. */
export function formatCutOff({ kind, reason }: Failure): string {
  if (kind === 'rate-limited') return t('app.stateRateLimited')
  const isOffline = kind === 'offline' && reason !== 'nothing-answers'
  return t(connectivityLook[isOffline ? 'offline' : 'service-down'].label)
}

/** Why the last attempt to reach an account’s instance failed; undefined if it may be reachable. */
export function connectivityFailure({ state, message }: Connectivity): Failure | undefined {
  if (state !== 'offline' && state !== 'service-down') return undefined
  return {
    kind: 'offline',
    message: message ?? t('app.stateSentence', { state: t(connectivityLook[state].label) }),
    ...(state === 'service-down' && { reason: 'nothing-answers' }),
  }
}

/** The time left until the next retry, to the second. */
export function formatNextTry(at: number, now: number): string {
  const seconds = Math.ceil((at - now) / 1000)
  if (seconds <= 0) return t('app.retrying')
  return t('app.retryIn', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
