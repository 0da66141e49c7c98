import { CircleDashed, CloudOff, KeyRound, ServerOff, Wifi } from '@lucide/vue'
import type { Component } from 'vue'
import type { Connectivity } from '../shared/app/connectivity.ts'

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
