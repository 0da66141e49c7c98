import { CircleDashed, CloudOff, KeyRound, ServerOff, Wifi } from '@lucide/vue'
import type { Component } from 'vue'
import type { Connectivity } from '../../shared/app/connectivity.ts'
import type { Failure } from '../../shared/failure.ts'

interface Look {
  words: string
  icon: Component
  tone: 'good' | 'bad' | 'quiet'
}

/** Every state of a connection in words; colour never says it alone. */
export const connectivityLook: Record<Connectivity['state'], Look> = {
  unknown: { words: 'Not asked yet', icon: CircleDashed, tone: 'quiet' },
  online: { words: 'Online', icon: Wifi, tone: 'good' },
  offline: { words: 'Offline', icon: CloudOff, tone: 'bad' },
  'service-down': { words: 'Service down', icon: ServerOff, tone: 'bad' },
  'signed-out': { words: 'Signed out', icon: KeyRound, tone: 'bad' },
}

/** Why something is shown that was read before, in the same words. */
export function cutOffWords({ kind, reason }: Failure): string {
  if (kind === 'rate-limited') return 'Asked too often'
  const isOffline = kind === 'offline' && reason !== 'nothing-answers'
  return connectivityLook[isOffline ? 'offline' : 'service-down'].words
}

/** Why an account's instance cannot be asked, as it was found last; nothing where it perhaps can be. */
export function failureOfState({ state, message }: Connectivity): Failure | undefined {
  if (state !== 'offline' && state !== 'service-down') return undefined
  return {
    kind: 'offline',
    message: message ?? `${connectivityLook[state].words}.`,
    ...(state === 'service-down' && { reason: 'nothing-answers' }),
  }
}

/** How long it is until the next try, in words that change every second. */
export function nextTryWords(at: number, now: number): string {
  const seconds = Math.ceil((at - now) / 1000)
  if (seconds <= 0) return 'Trying…'
  if (seconds < 60) return `Next try in ${seconds} s`
  return `Next try in ${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
