import type { FamilyHandlers } from '../handler.ts'

export const impersonationTokens = {} as FamilyHandlers<'impersonationTokens'>
