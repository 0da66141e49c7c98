import type { FamilyHandlers } from '../handler.ts'

export const twoFactor = {} as FamilyHandlers<'twoFactor'>
