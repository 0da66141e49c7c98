import type { FamilyHandlers } from '../handler.ts'

export const personalAccessTokens = {} as FamilyHandlers<'personalAccessTokens'>
