import type { attention as english } from '../../en/node/attention.ts'

export const attention: Record<keyof typeof english, string> = {}
