import type { users as english } from '../../en/node/users.ts'

export const users: Record<keyof typeof english, string> = {}
